import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import type { WordTemplateQuery, WordTemplateSource } from '#server/prints/word/source.ts'
import './tables.ts'

/** Enabled print templates; prefers the reader's language, then the document's company. */
export const wordTemplates: WordTemplateSource = {
  async find(db, query) {
    const row = await inForce(db, query)
      .innerJoin('sys_template_version as version',
        (join) => join.onRef('version.template', '=', 'sys_template.id').onRef('version.number', '=', 'sys_template.file_version'))
      .select(['sys_template.language', 'version.content']).executeTakeFirst()
    return row && { locale: row.language, content: row.content }
  },
  named: (db, query) => inForce(db, query).select(['sys_template.name', 'sys_template.file_version as version']).executeTakeFirst(),
}

const inForce = (db: Db, { businessType, company, locale }: WordTemplateQuery) =>
  db.selectFrom('sys_template').where('sys_template.kind', '=', 'print').where('sys_template.business_type', '=', businessType).where(
    'enabled',
    '=',
    true,
  ).where('del_flag', '=', 0)
    .where((eb) => eb.or([eb('company', 'is', null), eb('company', '=', company)]))
    .orderBy(sql`(language = ${locale}) desc, (company is not null) desc`).limit(1)

import { sql } from 'kysely'
import type { ImportTemplateSource } from '#server/imports/importer.ts'
import './tables.ts'

/** Enabled import workbooks; prefers the reader's language, then their company. */
export const importTemplates: ImportTemplateSource = {
  async find(db, { target, company, locale }) {
    const row = await db.selectFrom('sys_template')
      .innerJoin('sys_template_version as version',
        (join) => join.onRef('version.template', '=', 'sys_template.id').onRef('version.number', '=', 'sys_template.file_version'))
      .select('version.content').where('kind', '=', 'import').where('target', '=', target).where('enabled', '=', true).where('del_flag',
        '=', 0)
      .where((eb) => eb.or([eb('company', 'is', null), eb('company', '=', company)]))
      .orderBy(sql`(language = ${locale}) desc, (company is not null) desc`).limit(1).executeTakeFirst()
    return row?.content
  },
}

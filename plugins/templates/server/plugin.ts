import { sql } from 'kysely'
import { defineServer } from '#server/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import type { WordTemplateQuery, WordTemplateSource } from '#server/prints/print-sources.ts'
import type { ImportTemplateSource } from '#server/imports/importer.ts'
import { migrations } from './migrations.ts'
import { templateRoutes } from './routes.ts'
import { sealRoutes } from './seal-routes.ts'
import { companySeals } from './seals.ts'
import { wordingRoutes } from './wordings.ts'
import './tables.ts'
import { samples } from './samples.ts'

/** Enabled print templates; prefers the reader's language, then the document's company. */
const wordTemplates: WordTemplateSource = {
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

/** Enabled import workbooks; prefers the reader's language, then their company. */
const importTemplates: ImportTemplateSource = {
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

export default defineServer({
  id: 'templates',
  contributes: [samples],
  callNames: {
    subjects: { messageText: { cn: '消息文案', en: 'Message text' }, companySeal: { cn: '公司印章', en: 'Company seal' } },
    operations: {
      '/system/seal/:company': { cn: '修改', en: 'Change' },
      '/system/messageText/:kind': { cn: '恢复原文', en: 'Restore the original' },
      '/system/messageText/:kind/restore': { cn: '恢复版本', en: 'Restore a version' },
      '/system/template/upload': { cn: '上传', en: 'Upload' },
      '/system/template/:id/upload': { cn: '上传新版本', en: 'Upload a new version' },
      '/system/template/:id/restore': { cn: '恢复版本', en: 'Restore a version' },
    },
  },
  migrations,
  routes(app, host) {
    templateRoutes(app, host)
    sealRoutes(app, host)
    wordingRoutes(app, host)
  },
  records: { template: { constraints: { sys_template_enabled: { code: 'templates.enabledTwice', fields: ['enabled'] } } } },
  wordTemplates,
  importTemplates,
  companySeals,
})

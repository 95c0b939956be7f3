import { datetime, defineFields, integer, person, process, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** A template file for prints of a form, or the workbook of an import, with its versions. */
export const template = defineResource({
  name: 'template',
  cn: '模板',
  en: 'Template',
  base: '/system',
  path: '/template-manage',
  table: 'sys_template',
  key: 'name',
  fields: defineFields({
    name: text({ cn: '名称', en: 'Name', required: true, max: 60 }),
    kind: select({ cn: '用途', en: 'Used for', required: true, system: true, readOnly: true,
      options: [{ value: 'print', cn: '打印', en: 'Printing' }, { value: 'import', cn: '导入', en: 'Import' }] }),
    businessType: process({ cn: '单据类型', en: 'Document type', system: true, readOnly: true }),
    target: text({ cn: '导入内容', en: 'Imports', max: 130, system: true, readOnly: true }),
    targetName: text({ cn: '导入内容', en: 'Imports', max: 200, bilingual: true, system: true, readOnly: true }),
    company: select({ cn: '适用公司', en: 'Company', dict: 'company',
      hint: { cn: '不选则适用于所有公司', en: 'Leave empty for all companies' } }),
    language: select({ cn: '语言', en: 'Language', required: true, system: true, readOnly: true,
      options: [{ value: 'cn', cn: '中文', en: 'Chinese' }, { value: 'en', cn: '英文', en: 'English' }] }),
    fileName: text({ cn: '文件', en: 'File', max: 255, system: true, readOnly: true }),
    fileVersion: integer({ cn: '版本', en: 'Version', isName: true, system: true, readOnly: true }),
    uploadedBy: person({ cn: '上传人', en: 'Uploaded by', system: true, readOnly: true }),
    uploadTime: datetime({ cn: '上传时间', en: 'Uploaded', system: true, readOnly: true }),
    enabled: toggle({ cn: '启用', en: 'Enabled', default: 'true',
      hint: { cn: '同一用途、公司和语言只能启用一个模板', en: 'Only one can be enabled per use, company and language' } }),
  }),
  columns: ['name', 'kind', 'businessType', 'targetName', 'company', 'language', 'fileVersion', 'uploadTime', 'enabled'],
  filters: ['kind', 'businessType', 'company', 'language', 'enabled'],
  search: ['name', 'targetName', 'fileName'],
  sort: [{ field: 'uploadTime', descending: true }, { field: 'name' }],
  can: { view: can.view, edit: can.edit, enable: can.enable, delete: can.delete },
  scope: 'everyone',
  enable: 'enabled',
})

/** Maximum size of an import template in kB; filled workbooks must stay below 500 kB. */
export const largestWorkbook = 400

/** Maximum size of a template in bytes (“20M”). */
export const largestTemplate = 20_480_000

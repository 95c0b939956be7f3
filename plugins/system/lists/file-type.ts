import { defineFields, integer, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canWhitelist } from '../permissions.ts'

/** File type allowed for uploads; a change applies to the next upload. */
export const fileType = defineResource({
  name: 'fileWhitelist',
  cn: '文件类型',
  en: 'File type',
  base: '/system',
  path: '/system/whitelist',
  table: 'file_whitelist',
  key: 'value',
  fields: defineFields({
    value: text({ cn: '扩展名', en: 'Extension', required: true, pattern: '^[*]?[.]?[A-Za-z0-9]+([.][A-Za-z0-9]+)*$', max: 20,
      placeholder: { cn: '如 pdf 或 *.tar.gz', en: 'Such as pdf or *.tar.gz' } }),
    maxSize: integer({ cn: '单个上限（MB）', en: 'Max size (MB)', min: 1, max: 200,
      hint: { cn: '不填则为 200M', en: 'Defaults to 200M' } }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['value', 'maxSize', 'enable'],
  filters: ['enable'],
  search: ['value'],
  can: canWhitelist,
  scope: 'everyone',
  enable: 'enable',
})

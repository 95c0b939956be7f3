import { defineFields, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canDictionary } from '../permissions.ts'

const { view, add, edit, enable } = canDictionary

/** Dictionary of choices; its code is its id, by which declarations and items refer to it. */
export const dictionaryType = defineResource({
  name: 'dictType',
  cn: '字典',
  en: 'Dictionary',
  base: '/system',
  path: '/system/dict',
  table: 'sys_dict_type',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '字典编码', en: 'Code', required: true, pattern: '^[A-Za-z][A-Za-z0-9_-]*$', max: 60,
      hint: { cn: '字母开头；建立后不可修改', en: 'Starts with a letter; can’t be changed later' } }),
    name: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 60 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 100 }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
    builtIn: toggle({ cn: '内置', en: 'Built in', system: true, readOnly: true }),
  }),
  columns: ['code', 'name', 'nameEn', 'enable', 'builtIn'],
  filters: ['enable', 'builtIn'],
  search: ['code', 'name', 'nameEn'],
  can: { view, add, edit, enable, delete: canDictionary.delete },
  scope: 'everyone',
  enable: 'enable',
})

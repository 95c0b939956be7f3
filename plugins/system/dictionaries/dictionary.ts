import { defineFields, integer, text, textarea, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canDictionary } from '../permissions.ts'

/** An item of a dictionary. Documents store its `value`, which is therefore fixed once used; the other fields are for display only. */
export const dictionaryItem = defineResource({
  name: 'dictData',
  cn: '字典项',
  en: 'Dictionary item',
  base: '/system',
  path: '/system/dict/items',
  table: 'sys_dict_data',
  key: 'label',
  fields: defineFields({
    type: text({ cn: '字典编码', en: 'Dictionary code', required: true, max: 60 }),
    value: text({ cn: '键值', en: 'Key value', required: true, max: 100,
      hint: { cn: '单据保存的值；被使用后不可修改', en: 'Saved in documents; can’t be changed once used' } }),
    label: text({ cn: '标签', en: 'Label', required: true, max: 200 }),
    localName: text({ cn: '英文标签', en: 'English label', max: 300,
      hint: { cn: '留空则与标签相同', en: 'Leave empty to use the label' } }),
    // set by drag and drop, and by imports
    sort: integer({ cn: '排序', en: 'Order', min: 0, max: 9999, visible: 'false' }),
    description: textarea({ cn: '备注', en: 'Remark', max: 500, span: 2 }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
    builtIn: toggle({ cn: '内置', en: 'Built in', system: true, readOnly: true }),
  }),
  columns: ['type', 'value', 'label', 'localName', 'sort', 'description', 'enable', 'builtIn'],
  filters: ['type', 'enable', 'builtIn'],
  search: ['value', 'label', 'localName'],
  sort: [{ field: 'type' }, { field: 'sort' }, { field: 'value' }],
  can: canDictionary,
  scope: 'everyone',
  enable: 'enable',
  import: {
    columns: [
      { field: 'type', cn: '类型', en: 'Type', example: 'unit' },
      { field: 'value', example: 'roll' },
      { field: 'label', example: '卷' },
      { field: 'localName', example: 'Roll' },
      { field: 'sort', example: '10' },
      { field: 'description' },
    ],
    match: ['type', 'value'],
    onMatch: 'update',
    notes: [{ cn: '类型填字典编码，键值已存在时更新标签；内置键值同样只更新标签',
      en: 'Type is the dictionary’s code. If the key value exists, its labels are updated' }],
  },
  export: { columns: ['enable', 'builtIn'] },
})

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

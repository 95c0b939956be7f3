import { defineFields, select, text } from '#kernel/fields.ts'
import { defineMapping } from '#kernel/mapping.ts'
import { canUnit } from './permissions.ts'

/** Codes of SAP for the units of this product's dictionary, for a period; several units may have the same code. */
export const sapUnit = defineMapping({
  name: 'sapUnit',
  cn: 'SAP单位对照',
  en: 'SAP units',
  base: '/oaserver',
  path: '/sap-units',
  table: 'sap_unit',
  key: 'unit',
  fields: defineFields({
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit' }),
    sapCode: text({ cn: 'SAP单位代码', en: 'SAP unit code', required: true, pattern: '^[A-Z0-9]{1,3}$', max: 3,
      hint: { cn: '1–3位大写字母或数字，如PC、EA', en: '1–3 capital letters or digits, such as PC or EA' } }),
  }),
  columns: ['unit', 'sapCode'],
  filters: ['unit'],
  search: ['sapCode'],
  sort: [{ field: 'unit' }, { field: 'validFrom', descending: true }],
  can: canUnit,
  import: { columns: [{ field: 'unit' }, { field: 'sapCode', example: 'PC' }, { field: 'validFrom' }, { field: 'validTo' }],
    match: ['unit', 'validFrom'], onMatch: 'update' },
  scope: 'everyone',
})

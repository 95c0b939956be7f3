import { defineFields, integer, money, number, select, table, text, toggle } from '#kernel/fields.ts'
import { material as materialField } from './references.ts'
import { defineResource } from '#kernel/resource.ts'
import { enabled, named } from './named.ts'
import { canMaterial } from './permissions.ts'

/** Stock material of a factory; a set is issued as its components. */
export const material = defineResource({
  name: 'material',
  cn: '物料',
  en: 'Material',
  base: '/oaserver',
  path: '/material-master',
  table: 'material',
  key: 'code',
  fields: defineFields({
    ...named,
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit' }),
    factory: text({ cn: '工厂', en: 'Plant', required: true, pattern: '^[0-9]{4}$', max: 4 }),
    storageLocation: text({ cn: '库存地点', en: 'Storage location', max: 10 }),
    batchManaged: toggle({ cn: '批次管理', en: 'Batch managed' }),
    price: money({ cn: '单价（元）', en: 'Unit price (RMB)', min: 0 }),
    saleable: toggle({ cn: '可销售', en: 'Saleable' }),
    isSet: toggle({ cn: '套料', en: 'Set material' }),
    setCount: integer({ cn: '套数', en: 'Sets per kit', required: 'isSet = true', min: 1, max: 9999 }),
    components: table({
      cn: '组成',
      en: 'Components',
      required: 'isSet = true',
      min: 1,
      max: 200,
      columns: {
        material: materialField({ cn: '物料', en: 'Material', required: true }),
        quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0.001, max: 999999, precision: 3 }),
      },
    }),
    ...enabled,
  }),
  columns: ['code', 'nameCn', 'nameEn', 'unit', 'factory', 'storageLocation', 'batchManaged', 'price', 'saleable', 'isSet', 'enable'],
  filters: ['factory', 'storageLocation', 'batchManaged', 'saleable', 'isSet', 'enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can: canMaterial,
  scope: 'everyone',
  enable: 'enable',
  sync: 'SAP_MATERIALS',
  offers: 'material',
  // the price is visible on the material's page only, not in pickers or references
  optionFields: ['code', 'nameCn', 'unit', 'factory', 'storageLocation', 'batchManaged', 'saleable', 'isSet'],
  import: {
    columns: ['code', 'nameCn', 'nameEn', 'unit', 'factory', 'storageLocation', 'batchManaged', 'price', 'saleable', 'enable'].map((
      field,
    ) => ({ field, ...(field === 'batchManaged' && { formerly: ['Managed in batches'] }) })),
    match: ['code', 'factory'],
    onMatch: 'update',
    notes: [{ cn: '套料的组成请在页面上维护', en: 'Maintain the components of a set on the Materials page' }],
  },
})

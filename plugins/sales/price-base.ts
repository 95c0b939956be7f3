import { defineFields, money, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { material } from '#plugins/masters/references.ts'

/** Permissions for floor prices and costs, which only finance and management see. */
export const canPriceBase = definePermissions('sales:priceBase', ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** Cost and floor price of a product: RMB per base unit, without tax. */
export const priceBase = defineResource({
  name: 'priceBase',
  cn: '产品底价',
  en: 'Floor price',
  base: '/oaserver',
  path: '/sales-price-bases',
  table: 'sales_price_base',
  key: 'material',
  fields: defineFields({
    material: material({ cn: '产品', en: 'Product', required: true }),
    floorPrice: money({ cn: '底价（元）', en: 'Floor price (RMB)', required: true, precision: 6, each: true, min: 0.000001 }),
    cost: money({ cn: '标准成本（元）', en: 'Standard cost (RMB)', required: true, precision: 6, each: true, min: 0 }),
    remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
  }),
  columns: ['material', 'floorPrice', 'cost', 'remark'],
  filters: ['material'],
  search: ['remark'],
  can: canPriceBase,
  scope: 'everyone',
  import: {
    columns: [{ field: 'material', by: 'code' }, { field: 'floorPrice' }, { field: 'cost' }, { field: 'remark' }],
    match: ['material'],
    onMatch: 'update',
    notes: [{ cn: '底价和成本按基本单位、未税、人民币填写', en: 'Prices and costs are in RMB per base unit, without tax' }],
  },
})

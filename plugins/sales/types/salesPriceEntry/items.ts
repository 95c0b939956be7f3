import { calculated, date, money, number, select, table } from '#kernel/fields.ts'
import type { VisibleTo } from '#kernel/fields/links.ts'
import { material } from '#plugins/masters/references.ts'

/** Finance and those who decide about margins. */
const confidential: VisibleTo = { roles: ['accountant', 'financeStaff', 'financeManager', 'vicePresident', 'generalManager'],
  nodes: ['finance', 'vp', 'gm'] }

/** Prices of products, from a quantity on and for some time. */
export const items = table({
  cn: '价格明细',
  en: 'Price lines',
  required: true,
  min: 1,
  max: 2000,
  section: 'items',
  span: 4,
  columnGroups: [{ cn: '有效期', en: 'Validity', columns: ['validFrom', 'validTo'], shows: 'validFrom' }],
  columns: {
    material: material({ cn: '产品', en: 'Product', required: true }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: 'material.unit' }),
    scaleQty: number({ cn: '阶梯数量', en: 'Scale quantity', min: 0, precision: 3, default: '0',
      hint: { cn: '达到该数量起适用', en: 'Applies from this quantity' } }),
    oldPrice: money({ cn: '原价', en: 'Old price', system: true, readOnly: true, precision: 6, each: true }),
    newPrice: money({ cn: '新价', en: 'New price', required: 'header.priceAction != "stop"', precision: 6, each: true, min: 0 }),
    floorPrice: money({ cn: '底价', en: 'Floor price', system: true, readOnly: true, precision: 6, each: true, visibleTo: confidential }),
    cost: money({ cn: '标准成本', en: 'Standard cost', system: true, readOnly: true, precision: 6, each: true, visibleTo: confidential }),
    margin: calculated({
      cn: '毛利率（%）',
      en: 'Margin %',
      result: 'number',
      precision: 2,
      visibleTo: confidential,
      value: 'if newPrice = 0 then null else round half up((newPrice - cost) / newPrice * 100, 2)',
    }),
    validFrom: date({ cn: '有效期从', en: 'Valid from', required: true, default: 'today()' }),
    validTo: date({ cn: '有效期至', en: 'Valid to', required: true, default: 'date(today().year, 12, 31)' }),
  },
})

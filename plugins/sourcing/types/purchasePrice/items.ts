import { calculated, date, datetime, integer, money, number, select, table, text } from '#kernel/fields.ts'
import { material } from '#plugins/masters/references.ts'

/** Increase of the unit price; the whole price where there was none. */
const rise = '(if oldPrice = null then newPrice else newPrice - oldPrice)'

/** Prices of materials, each for a minimum quantity and some time. */
export const items = table({
  cn: '价格明细',
  en: 'Price lines',
  required: true,
  min: 1,
  max: 500,
  section: 'items',
  span: 4,
  columnGroups: [{ cn: '有效期', en: 'Validity', columns: ['validFrom', 'validTo'], shows: 'validFrom' }],
  columns: {
    material: material({ cn: '物料', en: 'Material', required: true,
      filter: 'header.factory = null or option.factory = header.factory.code' }),
    materialName: text({ cn: '物料名称', en: 'Material name', system: true, readOnly: true, bilingual: true, visible: 'false',
      value: 'material.name' }),
    unit: select({ cn: '采购单位', en: 'Unit', required: true, dict: 'unit', default: 'material.unit' }),
    priceUnit: integer({ cn: '价格单位', en: 'Price per', required: true, min: 1, max: 1000, default: '1' }),
    // SAP's info record, and what was approved last where SAP has none
    sapPrice: money({ cn: 'SAP信息记录价', en: 'SAP info record', system: true, readOnly: true, precision: 6, each: true,
      visible: 'false' }),
    approvedPrice: money({ cn: '上次审批价', en: 'Last approved price', system: true, readOnly: true, precision: 6, each: true,
      visible: 'false' }),
    oldPrice: calculated({ cn: '原未税价', en: 'Old net price', result: 'money', precision: 6, each: true,
      value: 'if sapPrice != null then sapPrice else approvedPrice' }),
    priceReadAt: datetime({ cn: 'SAP价格读取时间', en: 'SAP price as of', system: true, readOnly: true }),
    newPrice: money({ cn: '新未税价', en: 'New net price', required: 'header.priceAction != "stop"', precision: 6, each: true, min: 0 }),
    changeRate: calculated({ cn: '涨跌幅（%）', en: 'Change %', result: 'number', precision: 2,
      value: 'if oldPrice = 0 then null else round half up((newPrice - oldPrice) / oldPrice * 100, 2)' }),
    minQty: number({ cn: '起订量', en: 'Minimum order', required: true, min: 0, precision: 3, default: '1' }),
    packQty: number({ cn: '最小包装量', en: 'Packing quantity', precision: 3 }),
    leadDays: integer({ cn: '交货周期（天）', en: 'Lead time (days)', required: true, min: 0, max: 365 }),
    validFrom: date({ cn: '有效期从', en: 'Valid from', required: true, default: 'today()' }),
    validTo: date({ cn: '有效期至', en: 'Valid to', required: true, default: 'date(9999, 12, 31)' }),
    annualQty: number({ cn: '年用量', en: 'Annual quantity', min: 0, precision: 3 }),
    annualEffect: calculated({ cn: '年影响金额', en: 'Annual effect', result: 'money', rmb: true,
      value: `rmb(${rise} / priceUnit * annualQty, header.exchangeRate)` }),
  },
})

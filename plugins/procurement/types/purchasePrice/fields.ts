import { attachment, calculated, currency, defineFields, integer, money, number, select, table, text, textarea, date,
  datetime } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'

/** Increase of the unit price; the whole price without an old one. */
const rise = '(if oldPrice = null then newPrice else newPrice - oldPrice)'

/** Prices of materials by minimum quantity and validity. */
const items = table({
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
    // price in SAP's info record; falls back to the last approved price
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

const quoted = 'priceSource = "quote" and priceAction != "stop"'

export const fields = defineFields({
  ...header({ cn: '采购价格审批', en: 'Purchase price approval' }),
  priceAction: select({ cn: '价格类别', en: 'Price action', required: true, trend: true, dict: 'priceAction', default: '"new"',
    section: 'price' }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', required: true, trend: true, section: 'price', span: 2 }),
  // used in the subject, since a new or reduced price has no reason to show
  supplierName: text({ cn: '供应商名称', en: 'Supplier name', system: true, readOnly: true, bilingual: true, visible: 'false',
    value: 'supplier.name', section: 'price' }),
  purchaseOrg: select({ cn: '采购组织', en: 'Purchasing organisation', required: true, dict: 'purchaseOrg', default: '"1000"',
    section: 'price' }),
  factory: factory({ cn: '工厂', en: 'Plant', required: true, section: 'price' }),
  infoCategory: select({ cn: '信息类别', en: 'Info category', required: true, dict: 'purInfoCategory', default: '"0"', section: 'price' }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, trend: true, default: '"CNY"', section: 'price' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'price' }),
  taxRate: select({
    cn: '税率',
    en: 'Tax rate',
    required: true,
    default: '"13"',
    section: 'price',
    options: ['0', '1', '3', '6', '9', '13'].map((value) => ({ value, cn: `${value}%`, en: `${value}%` })),
  }),
  priceSource: select({ cn: '定价方式', en: 'Price source', required: true, dict: 'priceSource', default: '"quote"', section: 'price' }),
  paymentTerm: select({ cn: '付款条件', en: 'Payment term', required: true, dict: 'paymentTerm', default: '"m60"', section: 'price' }),
  reason: textarea({ cn: '调价原因', en: 'Reason', required: 'priceAction in ("up","stop")', shown: true, max: 500, section: 'price',
    span: 4 }),
  items,
  totalEffect: calculated({ cn: '年影响合计', en: 'Annual effect', result: 'money', rmb: true, trend: true,
    value: 'sum(items[annualEffect != null].annualEffect)', section: 'items' }),
  quotes: table({
    cn: '比价',
    en: 'Quotations',
    required: quoted,
    max: 200,
    section: 'quotes',
    span: 4,
    columns: {
      material: material({ cn: '物料', en: 'Material', required: true }),
      supplierName: text({ cn: '供应商名称', en: 'Supplier', required: true, max: 100 }),
      price: money({ cn: '报价', en: 'Price', required: true, precision: 6, each: true, min: 0 }),
      leadDays: integer({ cn: '交货周期（天）', en: 'Lead time (days)', min: 0, max: 365 }),
      file: attachment({ cn: '附件', en: 'File', max: 5 }),
    },
  }),
  quoteFile: attachment({ cn: '报价单', en: 'Quotation file', required: true, max: 20, section: 'quotes', span: 4 }),
})

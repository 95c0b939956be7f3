import { attachment, calculated, currency, defineFields, integer, money, number, select, table, text, textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'
import { items } from './items.ts'

const quoted = 'priceSource = "quote" and priceAction != "stop"'

export const fields = defineFields({
  ...header({ cn: '采购价格审批', en: 'Purchase price approval' }),
  priceAction: select({ cn: '价格类别', en: 'Price action', required: true, trend: true, dict: 'priceAction', default: '"new"',
    section: 'price' }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', required: true, trend: true, section: 'price', span: 2 }),
  // a price that is new or falls needs no reason: the document is about whose price and of what
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

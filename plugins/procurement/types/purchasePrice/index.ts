import { approve, copy, defineFlow, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineForm, type Posts } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, currency, date, datetime, defineFields, integer, money, number, select, table, text,
  textarea } from '#kernel/fields.ts'
import { basics, closing, fxRules, header, headerRules } from '#plugins/forms/kit.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'
import { limits } from '../../approval-limits.ts'

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

const fields = defineFields({
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

/** Posts each price as an info record with its condition. */
const posts: readonly Posts[] = [
  {
    id: 'infoRecord',
    cn: '采购信息记录',
    en: 'Info record',
    at: 'completion',
    call: 'sap.infoRecord',
    rows: 'items',
    body: {
      action: 'header.priceAction',
      vendor: 'header.supplier.code',
      material: 'material.code',
      plant: 'header.factory.code',
      purchaseOrg: 'header.purchaseOrg',
      category: 'header.infoCategory',
      currency: 'header.currencyType',
      taxRate: 'header.taxRate',
      price: 'newPrice',
      priceUnit: 'priceUnit',
      unit: 'unit',
      minimumQuantity: 'minQty',
      packQuantity: 'packQty',
      leadDays: 'leadDays',
      validFrom: 'validFrom',
      validTo: 'validTo',
    },
    role: 'sapAdmin',
  },
]

const own = defineRules([
  rule('PP-R1', {
    each: 'items',
    when: 'header.priceAction = "up" and newPrice <= oldPrice',
    fields: ['newPrice'],
    cn: '涨价类别的新价必须高于原价',
    en: 'For an increase the new price must exceed the old price',
  }),
  rule('PP-R1-down', {
    each: 'items',
    when: 'header.priceAction = "down" and newPrice >= oldPrice',
    fields: ['newPrice'],
    cn: '降价类别的新价必须低于原价',
    en: 'For a decrease the new price must be below the old price',
  }),
  rule('PP-R4', { when: 'supplier.level = "D"', fields: ['supplier'], cn: '供应商已冻结', en: 'The supplier is blocked' }),
  rule('PP-R5', { each: 'items', when: 'not(priceUnit in (1,10,100,1000))', fields: ['priceUnit'], cn: '价格单位只能是1、10、100或1000',
    en: 'A price is per 1, 10, 100 or 1,000' }),
  rule('PP-R6', { each: 'items', when: 'newPrice <= 0', fields: ['newPrice'], cn: '新未税价须大于0',
    en: 'The new net price must be more than 0' }),
  rule('PP-R7', {
    each: 'items',
    when: 'packQty <= 0 or (packQty != null and modulo(minQty, packQty) != 0)',
    fields: ['packQty'],
    cn: '起订量须为最小包装量的整数倍',
    en: 'The minimum order must be a multiple of the packing quantity',
  }),
  rule('PP-R8', { each: 'items', when: 'validFrom > validTo', fields: ['validTo'], cn: '有效期从不能晚于有效期至',
    en: 'Valid from must not be later than valid to' }),
  rule('PP-R9', {
    each: 'items',
    when: 'validFrom < date(today().year, today().month, 1)',
    fields: ['validFrom'],
    cn: '有效期不能早于本月1日',
    en: 'The validity must not begin before this month',
  }),
  rule('PP-R10', {
    each: 'items',
    when: 'header.priceSource = "quote" and header.priceAction != "stop" and material != null ' +
      'and count(index of(header.quotes.material.id, material.id)) < 2',
    fields: ['material'],
    cn: '每个物料请至少提供两家报价',
    en: 'Please provide at least two quotations for each material',
  }),
])

const rules = [...headerRules, ...fxRules, ...own] as const

/** Flow as shipped; finance edits its limits. */
const flow = defineFlow([
  approve('purchaseManager', role('purchaseManager'), { cn: '采购经理', en: 'Purchasing manager' }),
  approve('cost', role('accountant'), { cn: '成本核价', en: 'Cost check' }),
  approve('purchaseVp', vicePresident('applicantDept'), {
    cn: '分管副总',
    en: 'Responsible VP',
    mode: 'all',
    when: `(some i in items satisfies i.changeRate > 0) or (priceAction = "new" and totalEffect >= ${
      limits.of('purchasePrice', 'viceGm')
    })`,
  }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: `totalEffect >= ${limits.of('purchasePrice', 'generalManager')}` }),
  copy('cc', role('planner'), { cn: '抄送', en: 'CC' }),
])

/** New prices of a supplier's materials. */
export const purchasePrice = defineForm({
  key: 'purchasePrice',
  cn: '采购价格审批',
  en: 'Purchase price approval',
  short: { cn: '采购价格', en: 'Purchase price' },
  path: '/purchase-price',
  prefix: 'CGJG',
  group: 'contract',
  icon: 'tags',
  sections: [basics, { id: 'price', cn: '价格条件', en: 'Terms' }, { id: 'items', cn: '价格明细', en: 'Price lines' }, { id: 'quotes',
    cn: '询价比价', en: 'Quotations' }, ...closing],
  fields,
  rules,
  flow,
  posts,
  figures: [{
    call: 'sap.lastPrice',
    with: { vendor: 'supplier', material: 'material', plant: 'factory', currency: 'currencyType', priceUnit: 'priceUnit' },
    rows: 'items',
    into: { sapPrice: 'price' },
    readAt: 'priceReadAt',
    at: ['edit', 'submit'],
  }],
  unique: [{
    among: 'inApproval',
    rows: 'items',
    by: ['material', 'supplier', 'factory', 'minQty'],
    span: ['validFrom', 'validTo'],
    message: { cn: '该物料存在审批中的价格单{businessNo}', en: 'Price approval {businessNo} for this material is still in approval' },
  }],
  subject: ['supplierName', 'items.materialName', 'reason'],
  columns: ['supplier', 'priceAction', 'totalEffect', 'currencyType', 'factory', 'priceSource', 'infoCategory'],
})

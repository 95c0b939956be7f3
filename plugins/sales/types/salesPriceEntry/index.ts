import { defineForm, type Posts } from '#kernel/form.ts'
import { approve, defineFlow, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, currency, date, defineFields, money, number, radio, select, table, text, textarea } from '#kernel/fields.ts'
import type { VisibleTo } from '#kernel/fields/links.ts'
import { basics, closing, deptHead, fxRules, header, headerRules } from '#plugins/forms/kit.ts'
import { customer, material } from '#plugins/masters/references.ts'

/** Roles and nodes that may see costs and margins: finance and the approvers. */
const confidential: VisibleTo = { roles: ['accountant', 'financeStaff', 'financeManager', 'vicePresident', 'generalManager'],
  nodes: ['finance', 'vp', 'gm'] }

/** Prices of products by scale quantity and validity. */
const items = table({
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

const fields = defineFields({
  ...header({ cn: '销售价格录入', en: 'Sales price entry' }),
  priceAction: select({ cn: '价格类别', en: 'Price action', required: true, dict: 'priceAction', default: '"new"', section: 'price' }),
  priceLevel: radio({
    cn: '价格层级',
    en: 'Price level',
    required: true,
    trend: true,
    default: '"customer"',
    section: 'price',
    span: 2,
    options: [{ value: 'customer', cn: '客户价', en: 'Customer' }, { value: 'group', cn: '客户组价', en: 'Customer group' }, {
      value: 'list',
      cn: '标准价',
      en: 'List price',
    }],
  }),
  customer: customer({ cn: '客户', en: 'Customer', required: 'priceLevel = "customer"', section: 'price' }),
  customerGroup: select({ cn: '客户组', en: 'Customer group', required: 'priceLevel = "group"', dict: 'customerGroup', section: 'price' }),
  salesOrg: select({ cn: '销售组织', en: 'Sales organisation', required: true, dict: 'salesOrg', default: '"1000"', section: 'price' }),
  channel: select({ cn: '渠道', en: 'Channel', required: true, dict: 'salesChannel', default: '"domestic"', section: 'price' }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, trend: true, default: '"CNY"', section: 'price' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'price' }),
  tradeTerm: select({ cn: '贸易条款', en: 'Trade term', required: true, dict: 'tradeTerm', default: '"dom"', section: 'price' }),
  // key of the customers the prices apply to, for comparison
  priceFor: text({
    cn: '适用对象',
    en: 'Applies to',
    system: true,
    max: 40,
    visible: 'false',
    value: 'if priceLevel = "customer" then customer.id else if priceLevel = "group" then customerGroup else priceLevel',
  }),
  reason: textarea({ cn: '申请原因', en: 'Reason', required: true, max: 500, section: 'price', span: 4 }),
  items,
})

/** Posts each price as a condition record: PR00 for list prices, ZPR0 for a customer or customer group. */
const posts: readonly Posts[] = [
  {
    id: 'condition',
    cn: '销售价格条件',
    en: 'Price condition',
    at: 'completion',
    call: 'sap.condition',
    rows: 'items',
    body: {
      action: 'header.priceAction',
      conditionType: 'if header.priceLevel = "list" then "PR00" else "ZPR0"',
      customer: 'header.customer.code',
      customerGroup: 'header.customerGroup',
      salesOrg: 'header.salesOrg',
      channel: 'header.channel',
      material: 'material.code',
      unit: 'unit',
      scaleQuantity: 'scaleQty',
      price: 'newPrice',
      currency: 'header.currencyType',
      tradeTerm: 'header.tradeTerm',
      validFrom: 'validFrom',
      validTo: 'validTo',
    },
    role: 'sapAdmin',
  },
]

const own = defineRules([
  rule('SP-R1', {
    each: 'items',
    when: 'newPrice < floorPrice',
    fields: ['newPrice'],
    level: 'warn',
    at: ['start', 'finance', 'vp', 'gm'],
    cn: '低于底价，需副总审批',
    en: 'Below floor price, VP approval needed',
  }),
  rule('SP-R3', { each: 'items', when: 'validTo < today()', fields: ['validTo'], cn: '有效期不能早于今天',
    en: 'The validity end must not be in the past' }),
  rule('SP-R4', { each: 'items', when: 'newPrice <= 0', fields: ['newPrice'], cn: '新价须大于0', en: 'The new price must be more than 0' }),
  rule('SP-R5', { each: 'items', when: 'validFrom > validTo', fields: ['validTo'], cn: '有效期从不能晚于有效期至',
    en: 'Valid from must not be later than valid to' }),
])

const rules = [...headerRules, ...fxRules, ...own] as const

/** Flow as shipped: an administrator may publish a version with another minimum margin. */
const flow = defineFlow([
  deptHead,
  approve('salesManager', role('salesManagerApprover'), { cn: '销售经理', en: 'Sales manager' }),
  approve('finance', role('accountant'), { cn: '财务审核', en: 'Finance review' }),
  approve('vp', vicePresident('applicantDept'), {
    cn: '分管副总',
    en: 'Responsible VP',
    mode: 'all',
    when: 'some i in items satisfies (i.newPrice < i.floorPrice or i.margin < 15)',
  }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: 'some i in items satisfies i.newPrice < i.cost' }),
])

/** Approval of new product prices for a customer, a customer group or all customers. */
export const salesPriceEntry = defineForm({
  key: 'salesPriceEntry',
  cn: '销售价格录入',
  en: 'Sales price entry',
  short: { cn: '销售价格', en: 'Sales price' },
  path: '/sales-price-entry',
  prefix: 'XSJG',
  group: 'contract',
  icon: 'fund',
  terminals: ['web'],
  sections: [basics, { id: 'price', cn: '价格条件', en: 'Terms' }, { id: 'items', cn: '价格明细', en: 'Price lines' }, ...closing],
  fields,
  rules,
  flow,
  posts,
  // a completed price is superseded by the next one, so only documents in approval are compared
  unique: [{
    among: 'inApproval',
    rows: 'items',
    by: ['material', 'scaleQty', 'priceFor', 'salesOrg', 'channel', 'currencyType'],
    span: ['validFrom', 'validTo'],
    message: { cn: '有效期重叠：{businessNo}', en: 'Validity periods overlap: {businessNo}' },
  }],
  subject: ['reason'],
  columns: ['priceAction', 'priceLevel', 'customer', 'customerGroup', 'channel', 'currencyType', 'salesOrg'],
})

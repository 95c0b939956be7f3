import { currency, date, defineFields, integer, money, number, person, select, table, text } from '#kernel/fields.ts'
import { approve, copy, defineFlow, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { customer, material } from '#plugins/masters/references.ts'
import { pushed, pushedHeader, pushedSections, readsStock, stockInSap } from './pushed.ts'

const name = { cn: '计划外订单审批', en: 'Unexpected-orders approval' }
const isShort = 'some i in items satisfies i.supplyQty < i.orderQty'
const planned = { atNode: 'pmc', editAt: ['pmc'] } as const
const decided = { atNode: 'salesDirector', editAt: ['salesDirector'] } as const

const items = table({
  cn: '订单明细',
  en: 'Order lines',
  required: true,
  min: 1,
  max: 500,
  section: 'items',
  span: 4,
  columns: {
    itemNo: integer({ cn: '行号', en: 'Item', required: true, min: 1, max: 99_999, isName: true }),
    material: material({ cn: '物料', en: 'Material', required: true }),
    desc: text({ cn: '描述', en: 'Description', max: 100 }),
    orderQty: number({ cn: '订单数', en: 'Ordered', required: true, min: 0, precision: 3 }),
    unit: text({ cn: '单位', en: 'Unit', max: 10 }),
    requestDate: date({ cn: '要求日期', en: 'Requested on' }),
    forecastQty: number({ cn: '预测数', en: 'Forecast', required: true, min: 0, precision: 3 }),
    usedForecastQty: number({ cn: '已耗用', en: 'Consumed', required: true, min: 0, precision: 3 }),
    overflowQty: number({ cn: '超出数', en: 'Overflow', required: true, min: 0, precision: 3 }),
    stock: number({ cn: '库存', en: 'Stock', precision: 3 }),
    ...stockInSap,
    price: money({ cn: '单价', en: 'Price', precision: 6, each: true, min: 0 }),
    amount: money({ cn: '金额', en: 'Amount', min: 0 }),
    supplyQty: number({ cn: '可供数量', en: 'Quantity available', required: true, min: 0, precision: 3, ...planned }),
    supplyDate: date({ cn: '可交日期', en: 'Available on', required: 'supplyQty > 0', ...planned }),
    shortMaterials: text({ cn: '欠料说明', en: 'Shortage', required: 'supplyQty < orderQty', max: 300, ...planned }),
    decision: select({ cn: '处理结论', en: 'Decision', required: true, dict: 'overflowDecision', default: '"accept"', ...decided }),
    approvedQty: number({ cn: '批准数量', en: 'Approved quantity', required: 'decision != null and decision != "reject"', min: 0,
      precision: 3, default: 'if decision = "reject" then null else supplyQty', ...decided }),
    approvedDate: date({ cn: '批准日期', en: 'Approved date', required: 'decision != null and decision != "reject"',
      default: 'if decision = "reject" then null else supplyDate', ...decided }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  salesOrder: text({ cn: '销售订单', en: 'Sales order', required: true, max: 20, section: 'document' }),
  orderType: text({ cn: '订单类型', en: 'Order type', required: true, max: 10, section: 'document' }),
  customer: customer({ cn: '客户', en: 'Customer', required: true, section: 'document' }),
  salesGroup: text({ cn: '销售组', en: 'Sales group', required: true, max: 20, section: 'document' }),
  salesperson: person({ cn: '业务员', en: 'Salesperson', required: true, section: 'document' }),
  amount: money({ cn: '金额', en: 'Amount', required: true, min: 0, section: 'document' }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, section: 'document' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'document' }),
  requestDate: date({ cn: '要求日期', en: 'Requested on', section: 'document' }),
  overflowReason: select({ cn: '超出原因', en: 'Reason', required: true, dict: 'overflowReason', section: 'document' }),
  items,
})

const rules = defineRules([
  ...headerRules,
  ...fxRules,
  rule('SO-R0', { each: 'items', when: 'overflowQty != max(0, orderQty + usedForecastQty - forecastQty)', fields: ['overflowQty'],
    cn: '超出数量应为{n}', en: 'The overflow must be {n}', blanks: { n: 'string(max(0, orderQty + usedForecastQty - forecastQty))' } }),
  rule('SO-R1', { each: 'items', when: 'supplyQty > orderQty', fields: ['supplyQty'], at: ['pmc'], cn: '可供数量不能大于订单数量',
    en: 'The available quantity cannot exceed the order quantity' }),
  rule('SO-R2', { each: 'items', when: 'decision = "accept" and supplyQty < orderQty', fields: ['decision'], at: ['salesDirector'],
    cn: '可供数量不足，请选择部分或延期接单', en: 'Not enough supply, choose partly or later' }),
  rule('SO-R3', { each: 'items', when: 'supplyDate < today()', fields: ['supplyDate'], at: ['pmc'], cn: '可交日期不能早于今天',
    en: 'The date must not be before today' }),
  rule('SO-R4', { each: 'items', when: 'approvedQty > orderQty', fields: ['approvedQty'], at: ['salesDirector'],
    cn: '批准数量不能大于订单数量', en: 'The approved quantity cannot exceed the order quantity' }),
  rule('SO-R5', { each: 'items', when: 'approvedDate < supplyDate', fields: ['approvedDate'], at: ['salesDirector'],
    cn: '批准日期不能早于可交日期', en: 'The approved date must not be before the available date' }),
])

/** The threshold in RMB is a shipped default. */
const flow = defineFlow([
  approve('salesManager', role('salesManagerApprover'), { cn: '销售经理', en: 'Sales manager' }),
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', manual: true, hidden: ['refuse'],
    opinionMustContain: [{ text: 'arrivalTime', when: isShort }] }),
  approve('purchase', role('purchaseManager'), { cn: '采购', en: 'Purchasing', when: isShort }),
  approve('production', role('productionHead'), { cn: '生产负责人', en: 'Production head', mode: 'all' }),
  approve('salesDirector', role('salesDirector'), { cn: '销售总监', en: 'Sales director', manual: true }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all', when: 'amountRmb >= 1000000' }),
  copy('cc', role('planner'), { cn: '抄送', en: 'CC' }),
], { hidden: ['countersign', 'transfer', 'return'] })

/** A sales order beyond its forecast: what can be supplied when, and what of it is accepted. */
export const salesOverflowReview = pushed({
  key: 'salesOverflowReview',
  ...name,
  path: '/sales-overflow-review',
  prefix: 'CDPS',
  icon: 'profile',
  sections: pushedSections({ cn: '订单明细', en: 'Order lines' }),
  fields,
  rules,
  flow,
  figures: readsStock(),
  subject: ['salesOrder', 'items.desc'],
  columns: ['salesOrder', 'customer', 'amount', 'currencyType', 'overflowReason', 'salesperson', 'salesGroup'],
  answers: { decision: 'decision', approvedQty: 'approvedQty', date: 'approvedDate', remark: 'shortMaterials' },
})

import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, generalManager, initiator, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, daterange, defineFields, money, number, percent, select, table, text, textarea, toggle } from '#kernel/fields.ts'
import { accountantReview, basics, bearingDeptHeads, bearingOfApplication, bearingRules, budget, budgeted, budgetRules, closing, deptHead,
  fx, fxRules, header, headerRules, inRmb, overBudgetApprover, quoteRules, quotes, rowBearing, settlement, settling,
  viceGms } from '#plugins/forms/kit.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contract } from '#plugins/forms/references.ts'
import { limits } from '../../approval-limits.ts'

const accountant = ['accountantReview'] as const
const purchasing = ['procurementReview'] as const

const service = defineFields({
  serviceFeeType: select({ cn: '服务类型', en: 'Service type', required: true, trend: true, dict: 'serviceFeeType', section: 'service' }),
  serviceName: text({ cn: '服务名称', en: 'Service name', required: true, max: 30, section: 'service', span: 2 }),
  expenseCategory: expenseCategory({
    cn: '费用类型',
    en: 'Expense category',
    required: true,
    trend: true,
    editAt: accountant,
    section: 'service',
    filter: 'option.requiresLink = "serviceFeeApply"',
  }),
  servicePeriod: daterange({ cn: '服务期间', en: 'Service period', required: true, section: 'service' }),
  isNewSupplier: toggle({ cn: '新服务商', en: 'New provider', editAt: purchasing, section: 'service' }),
  supplier: supplier({ cn: '服务商', en: 'Service provider', required: 'isNewSupplier != true', editAt: purchasing, section: 'service' }),
  supplierName: text({ cn: '服务商名称', en: 'Provider name', required: 'isNewSupplier = true', max: 100, editAt: purchasing,
    section: 'service', span: 2 }),
  contractLink: contract({ cn: '关联合同', en: 'Contract', required: 'totalAmountRmb > 20000', editAt: purchasing, section: 'service' }),
  reason: textarea({ cn: '申请事由', en: 'Reason', required: true, min: 10, max: 1000, section: 'service', span: 4 }),
})

const items = table({
  cn: '服务费明细',
  en: 'Service fee items',
  required: true,
  max: 50,
  section: 'items',
  span: 4,
  columns: {
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', required: true, max: 25 }),
    quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 2, default: '1' }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: '"item"' }),
    unitPrice: money({ cn: '单价', en: 'Unit price', each: true, required: true, min: 0 }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'quantity * unitPrice' }),
    amountRmb: inRmb('quantity * unitPrice'),
    taxRate: percent({ cn: '税率', en: 'Tax rate', min: 0, max: 13, editAt: accountant, default: '6' }),
    ...rowBearing({ editAt: accountant }),
  },
})

const payment = defineFields({
  paymentPlan: table({
    cn: '付款计划',
    en: 'Payment plan',
    required: 'totalAmountRmb > 20000',
    max: 20,
    section: 'plan',
    span: 4,
    columns: {
      // a rule refuses 0 % and fractions, and a total other than 100 %
      percent: number({ cn: '比例（%）', en: 'Percent', required: true, min: 0, max: 100, precision: 2,
        default: 'if count(header.paymentPlan) <= 1 then 100 else null' }),
      planDate: date({ cn: '计划日期', en: 'Planned date', required: true }),
      condition: text({ cn: '付款条件', en: 'Condition', max: 100 }),
    },
  }),
  acceptanceStandard: textarea({ cn: '验收标准', en: 'Acceptance criteria', max: 500, section: 'plan', span: 4 }),
  usedAmount: calculated({ cn: '已用', en: 'Used', result: 'money', visible: 'usedAmount != null', system: true, section: 'plan' }),
  remainingAmount: calculated({ cn: '剩余', en: 'Remaining', result: 'money', visible: 'remainingAmount != null', system: true,
    section: 'plan' }),
})

const fields = defineFields({
  ...header({ cn: '服务费申请', en: 'Service fee request' }),
  ...bearingOfApplication('servicePeriod.start', accountant),
  ...service,
  ...fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }),
  items,
  ...quotes(10_000, purchasing),
  notLowestReason: text({
    cn: '未选最低价说明',
    en: 'Why not the lowest quotation',
    max: 200,
    editAt: purchasing,
    section: 'quotes',
    span: 4,
    required: 'some q in quotes satisfies q.selected = true and q.amount > min(quotes[amount != null].amount)',
  }),
  ...payment,
  ...settling('plan'),
  ...budget('false'),
})

const startAndPurchasing = ['start', 'procurementReview'] as const

const own = defineRules([
  rule('FW-01', {
    when: 'count(items) = 0',
    fields: ['items'],
    cn: '请至少添加一条服务费明细',
    en: 'Add at least one service fee item',
  }),
  rule('FW-03', {
    when: 'count(paymentPlan) > 0 and (sum(paymentPlan[percent != null].percent) != 100 ' +
      'or (some p in paymentPlan satisfies (p.percent = 0 or p.percent != floor(p.percent))))',
    fields: ['paymentPlan'],
    cn: '付款比例须为整数且合计100%',
    en: 'Payment percentages must be integers totalling 100%',
  }),
  rule('FW-04', {
    when: 'count(quotes) > 0 and count(quotes[selected = true]) != 1',
    fields: ['quotes'],
    at: startAndPurchasing,
    cn: '请选择一家中选供应商',
    en: 'Choose exactly one quotation',
  }),
  rule('FW-05', {
    when: 'some q in quotes satisfies q.selected = true and q.amount != totalAmount',
    fields: ['quotes'],
    level: 'confirm',
    at: startAndPurchasing,
    cn: '中选报价与申请金额不一致',
    en: 'The selected quotation doesn’t match the requested amount',
  }),
  rule('FW-06', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    cn: '服务费金额不能为0',
    en: 'The service fee amount cannot be 0',
  }),
])

const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...own,
  ...quoteRules({
    missing: 'FW-02',
    threshold: 10_000,
    at: startAndPurchasing,
    cn: '金额超过1万元须三家比价或填写单一来源说明',
    en: 'Over ￥10,000, add three quotations or a single-source justification',
  }),
  ...budgetRules,
] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  deptHead,
  bearingDeptHeads(),
  approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Purchasing review',
    when: `totalAmountRmb > ${limits.of('serviceFeeApply', 'procurementReview')}`, opinionRequired: true }),
  approve('legalReview', role('legal'), { cn: '法务', en: 'Legal',
    when: `serviceFeeType in ("7","8") or totalAmountRmb > ${limits.of('serviceFeeApply', 'legalReview')}` }),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGms(`totalAmountRmb > ${limits.of('serviceFeeApply', 'viceGm')}`),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: `totalAmountRmb > ${limits.of('serviceFeeApply', 'generalManager')} or serviceFeeType = "8"` }),
  copy('ccFinish', both(initiator, role('buyer')), { cn: '抄送', en: 'CC' }),
])

/** Request for a service: approved in advance, then claimed and paid in parts. */
export const serviceFeeApply = defineForm({
  key: 'serviceFeeApply',
  cn: '服务费申请',
  en: 'Service fee request',
  short: { cn: '服务费', en: 'Service fee' },
  path: '/service-fee-apply',
  prefix: 'FW',
  group: 'expenseApplication',
  icon: 'contacts',
  amount: 'totalAmountRmb',
  claimed: 'usedAmount',
  unclaimed: 'remainingAmount',
  followUps: [settlement],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'service', cn: '服务内容', en: 'Service' },
    { id: 'items', cn: '服务费明细', en: 'Items' },
    { id: 'quotes', cn: '询价比价', en: 'Quotations' },
    { id: 'plan', cn: '付款与验收', en: 'Payment and acceptance' },
    budgeted,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['serviceName', 'servicePeriod'],
  columns: ['serviceFeeType', 'serviceName', 'supplier', 'totalAmountRmb', 'overBudget'],
  budget: {
    class: 'application',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'SERVICE',
    month: 'budgetMonth',
    amount: 'amountRmb',
    settled: 'settled',
    releaseOn: 'completedOn + duration("P" + string(parameter("claimRule", "serviceFeeReleaseMonths")) + "M")',
  },
})

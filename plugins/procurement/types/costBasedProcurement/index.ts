import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, generalManager, initiator, personIn, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, defineFields, money, number, percent, person, radio, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { accountantReview, basics, bearingDeptHeads, bearingOfApplication, bearingRules, budget, budgeted, budgetRules, closing, deptHead,
  fx, fxRules, header, headerRules, inRmb, overBudgetApprover, quoteRules, quotes, rowBearing, settlement, settling,
  viceGms } from '#plugins/forms/kit.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { limits } from '../../approval-limits.ts'

const accountant = ['accountantReview'] as const
const handling = ['procurementHandle'] as const
const receiving = ['receipt'] as const

const demand = defineFields({
  procurementType: select({ cn: '采购类别', en: 'Purchase type', required: true, trend: true, dict: 'procurementType', section: 'demand',
    default: '"1"' }),
  expenseCategory: expenseCategory({
    cn: '费用类型',
    en: 'Expense category',
    required: true,
    trend: true,
    editAt: accountant,
    section: 'demand',
    filter: 'option.requiresLink = "costBasedProcurement"',
  }),
  needDate: date({ cn: '需求日期', en: 'Needed by', required: true, section: 'demand' }),
  urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, trend: true, dict: 'urgency', section: 'demand', default: '"1"' }),
  receiver: person({ cn: '收货人', en: 'Recipient', required: true, section: 'demand', default: 'applicant.id' }),
  deliveryPlace: text({ cn: '收货地点', en: 'Delivery address', required: true, max: 100, section: 'demand', span: 3 }),
  purpose: textarea({ cn: '用途说明', en: 'Purpose', required: true, min: 5, max: 500, section: 'demand', span: 4 }),
})

const items = table({
  cn: '采购明细',
  en: 'Items',
  required: true,
  max: 100,
  section: 'items',
  span: 4,
  columns: {
    itemName: text({ cn: '物品名称', en: 'Item name', required: true, max: 30, editAt: handling }),
    material: material({ cn: '物料', en: 'Material', editAt: handling }),
    spec: text({ cn: '规格型号', en: 'Specification', required: true, max: 100, editAt: handling }),
    quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 2, default: '1' }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: '"pcs"' }),
    unitPrice: money({ cn: '含税单价', en: 'Unit price incl. tax', each: true, required: true, min: 0, editAt: handling }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'quantity * unitPrice' }),
    amountRmb: inRmb('quantity * unitPrice'),
    supplier: supplier({ cn: '供应商', en: 'Supplier', atNode: 'procurementHandle', editAt: handling }),
    taxRate: percent({ cn: '税率', en: 'Tax rate', min: 0, max: 13, editAt: handling, default: '13' }),
    ...rowBearing({ editAt: accountant }),
    project: project({ cn: '项目', en: 'Project', required: 'header.expenseCategory.projectRequired', editAt: accountant,
      default: 'header.project.id' }),
    arrivedQty: number({ cn: '到货数量', en: 'Quantity received', min: 0, precision: 2, atNode: 'receipt', editAt: receiving,
      default: 'quantity' }),
    arrivalDate: date({ cn: '到货日期', en: 'Arrival date', atNode: 'receipt', editAt: receiving, default: 'today()' }),
  },
})

const fields = defineFields({
  ...header({ cn: '费用类采购', en: 'Purchase request' }),
  ...bearingOfApplication('needDate', accountant),
  ...demand,
  ...fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }),
  items,
  approvedTotalRmb: money({ cn: '申报金额（人民币）', en: 'Submitted total (RMB)', rmb: true, system: true, readOnly: true }),
  fixedAssetFlag: toggle({
    cn: '是否达到固定资产标准',
    en: 'Qualifies as a fixed asset',
    system: true,
    readOnly: true,
    section: 'items',
    value: 'procurementType in ("2","5") and (some i in items satisfies i.unitPrice >= 2000)',
  }),
  ...quotes(5000, handling, { cn: '比价', en: 'Quotations' }),
  // common supplier of all items, for documents that claim the request; null where they differ
  onlySupplier: calculated({
    cn: '唯一供应商',
    en: 'Only supplier',
    result: 'text',
    visible: 'false',
    section: 'items',
    value: 'if items[1].supplier.id != null and (every i in items satisfies i.supplier.id = items[1].supplier.id) ' +
      'then items[1].supplier.id else null',
  }),
  usedAmount: calculated({ cn: '已用', en: 'Used', result: 'money', visible: 'usedAmount != null', system: true, section: 'items' }),
  remainingAmount: calculated({ cn: '剩余', en: 'Remaining', result: 'money', visible: 'remainingAmount != null', system: true,
    section: 'items' }),
  ...settling('items'),
  ...budget('false'),
})

const own = defineRules([
  rule('FC-01', {
    when: 'count(items) = 0',
    fields: ['items'],
    cn: '请至少添加一条采购明细',
    en: 'Add at least one item',
  }),
  rule('FC-02', {
    each: 'items',
    when: 'amount = 0',
    fields: ['unitPrice'],
    at: ['start', 'procurementHandle'],
    cn: '采购明细金额不能为0',
    en: 'The item amount cannot be 0',
  }),
  rule('FC-03', {
    when: 'needDate < today()',
    fields: ['needDate'],
    cn: '需求日期不能早于今天',
    en: 'The needed-by date cannot be in the past',
  }),
  rule('FC-05', {
    when: 'totalAmountRmb > approvedTotalRmb * 1.1',
    fields: ['items'],
    at: ['procurementHandle'],
    cn: '采购金额超出审批金额10%，请退回重审',
    en: 'The price is more than 10% over the approved total. Return it for approval',
  }),
  rule('FC-06', {
    each: 'items',
    when: 'arrivedQty > quantity',
    fields: ['arrivedQty'],
    at: ['receipt'],
    cn: '到货数量不能大于采购数量',
    en: 'The quantity received can’t exceed the quantity ordered',
  }),
  rule('FC-07', {
    when: 'fixedAssetFlag = true',
    fields: ['fixedAssetFlag'],
    level: 'warn',
    cn: '物品达到固定资产标准，到货后请提交固定资产验收',
    en: 'This qualifies as a fixed asset: submit an asset acceptance on arrival',
  }),
  rule('FC-08', {
    each: 'items',
    when: 'arrivalDate < date(header.createTime)',
    fields: ['arrivalDate'],
    at: ['receipt'],
    cn: '到货日期不能早于发起日期',
    en: 'The arrival date can’t be before the request date',
  }),
])

const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...own,
  ...quoteRules({
    missing: 'FC-04',
    threshold: 5000,
    at: ['procurementHandle'],
    cn: '金额超过5千元须三家比价或填写单一来源说明',
    en: 'Over ￥5,000, add three quotations or a single-source justification',
  }),
  ...budgetRules,
] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  deptHead,
  bearingDeptHeads(),
  approve('itReview', role('itAdmin'), { cn: 'IT评审', en: 'IT review', when: 'procurementType = "5"' }),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGms(`totalAmountRmb > ${limits.of('costBasedProcurement', 'viceGm')}`),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: `totalAmountRmb > ${limits.of('costBasedProcurement', 'generalManager')}` }),
  approve('procurementHandle', role('buyer'), {
    cn: '采购执行',
    en: 'Purchasing',
    manual: true,
    opinionRequired: true,
    opinionMustContain: ['arrivalTime'],
  }),
  approve('receipt', personIn('receiver'), { cn: '收货确认', en: 'Receipt', manual: true, confirms: true }),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])

/** Purchase of expense items: approved, ordered at a final price, received, then claimed or paid. */
export const costBasedProcurement = defineForm({
  key: 'costBasedProcurement',
  cn: '费用类采购',
  en: 'Purchase request',
  short: { cn: '费用采购', en: 'Purchase' },
  path: '/cost-based-procurement',
  prefix: 'FC',
  group: 'expenseApplication',
  icon: 'shop',
  amount: 'totalAmountRmb',
  claimed: 'usedAmount',
  unclaimed: 'remainingAmount',
  followUps: [settlement],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'demand', cn: '采购需求', en: 'Requirements' },
    { id: 'items', cn: '采购明细', en: 'Items' },
    { id: 'quotes', cn: '比价', en: 'Quotations' },
    budgeted,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['items.itemName', 'purpose'],
  columns: ['procurementType', 'needDate', 'urgency', 'totalAmountRmb', 'overBudget'],
  budget: {
    class: 'application',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'PROC',
    month: 'budgetMonth',
    amount: 'amountRmb',
    settled: 'settled',
  },
})

import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, departmentHead, firstOf, generalManager, personIn, role, superior } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, date, defineFields, department, money, number, override, person, select, table, text,
  textarea } from '#kernel/fields.ts'
import { accountantReview, approvedWithinAmount, bearing, bearingDeptHeads, bearingRules, budget, budgeted, budgetRules, cashier,
  claimedAmount, closing, deptHead, financeManager, fixedCategory, fx, fxRules, header, headerRules, inRmb, invoice, invoiceGroup,
  invoiceRules, overBudgetApprover, paid, paidAfterFiling, payDate, payee, payeeRules, rowBearing, viceGms, writeOff, writeOffRules,
  writtenOff } from '#plugins/forms/kit.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { customer, material, supplier } from '#plugins/masters/references.ts'
import { limits } from '../../approval-limits.ts'

const review = ['qualityReview'] as const

/** Fields of the complaint: source, customer, amount and result. */
const complaint = defineFields({
  claimSource: select({ cn: '索赔来源', en: 'Claim source', required: true, trend: true, dict: 'claimSource', section: 'basics',
    default: '"1"' }),
  claimNo: text({ cn: '客诉/索赔编号', en: 'Claim no.', required: true, max: 30, section: 'basics' }),
  customer: customer({ cn: '客户', en: 'Customer', required: true, section: 'basics', span: 2 }),
  salesOwner: person({ cn: '销售负责人', en: 'Sales owner', required: true, trend: true, section: 'basics', default: 'customer.owner' }),
  complaintDate: date({ cn: '投诉日期', en: 'Complaint date', required: true, section: 'basics' }),
  claimAmount: money({ cn: '客户索赔金额', en: 'Customer’s claim', required: true, section: 'basics' }),
  claimResult: select({ cn: '处理结果', en: 'Result', required: true, dict: 'claimResult', editAt: ['salesManager'], section: 'basics',
    default: '"1"' }),
})

/** Fields of the product and its defective quantity. */
const product = defineFields({
  material: material({ cn: '物料编码', en: 'Material', required: true, section: 'product' }),
  productModel: text({
    cn: '产品型号',
    en: 'Product model',
    required: true,
    max: 100,
    section: 'product',
    default: 'substring(material.nameCn, 1, 100)',
  }),
  productionOrderNo: text({ cn: '生产工单号', en: 'Production order no.', required: true, max: 30, editAt: review, section: 'product' }),
  productionDate: date({ cn: '生产日期', en: 'Production date', required: true, editAt: review, section: 'product' }),
  productionSerialNo: textarea({
    cn: '生产序列号',
    en: 'Production serial number',
    required: true,
    max: 500,
    editAt: review,
    section: 'product',
    span: 2,
    hint: { cn: '每行一个', en: 'One per line' },
  }),
  inspectionStatus: select({
    cn: '检验状态',
    en: 'Inspection status',
    required: true,
    editAt: review,
    section: 'product',
    options: [
      { value: '1', cn: '合格', en: 'Qualified' },
      { value: '2', cn: '不合格', en: 'Rejected' },
      { value: '3', cn: '让步', en: 'Concession' },
      { value: '4', cn: '待检', en: 'Pending' },
    ],
  }),
  shippedQty: number({ cn: '出货数量', en: 'Shipped quantity', required: true, precision: 3, section: 'product' }),
  defectQty: number({ cn: '不良数量', en: 'Defective quantity', required: true, precision: 3, editAt: review, section: 'product' }),
  returnedQty: number({ cn: '退货数量', en: 'Returned quantity', required: true, precision: 3, min: 0, section: 'product', default: '0' }),
  qualifiedQty: number({ cn: '复检合格数量', en: 'Passed re-inspection', required: true, precision: 3, min: 0, editAt: review,
    section: 'product', default: '0' }),
  defectRate: calculated({
    cn: '不良率（%）',
    en: 'Defect rate (%)',
    result: 'number',
    precision: 2,
    section: 'product',
    value: 'if shippedQty = null or shippedQty <= 0 or defectQty = null then null else decimal(defectQty / shippedQty * 100, 2)',
  }),
})

/** Fields of the cause, the countermeasures and the responsible people. */
const analysis = defineFields({
  defectDescription: textarea({ cn: '不良描述', en: 'Defect description', required: true, min: 10, max: 2000, section: 'analysis',
    span: 4 }),
  rootCause: textarea({ cn: '原因分析', en: 'Root cause', min: 10, max: 2000, atNode: 'qualityReview', editAt: review, section: 'analysis',
    span: 4 }),
  correctiveAction: textarea({ cn: '纠正措施', en: 'Corrective action', min: 10, max: 2000, atNode: 'qualityReview', editAt: review,
    section: 'analysis', span: 4 }),
  responsibleParty: select({
    cn: '责任方',
    en: 'Liable party',
    trend: true,
    dict: 'responsibleParty',
    atNode: 'qualityReview',
    editAt: review,
    section: 'analysis',
    default: '"9"',
  }),
  responsibleDept: department({ cn: '责任部门', en: 'Responsible department', required: 'responsibleParty in ("2","3","4","5")',
    editAt: review, atNode: 'qualityReview', section: 'analysis' }),
  responsibleSupplier: supplier({ cn: '责任供应商', en: 'Responsible supplier', required: 'responsibleParty = "1"', trend: true,
    editAt: review, atNode: 'qualityReview', section: 'analysis' }),
  supplierRecoverAmount: money({ cn: '向供应商追偿金额', en: 'Recovery from supplier', required: 'responsibleParty = "1"', min: 0,
    editAt: ['sqeReview'], atNode: 'sqeReview', section: 'analysis' }),
  report8d: attachment({ cn: '8D报告', en: '8D report', required: true, max: 10, editAt: review, section: 'attachments', span: 4 }),
  debitNote: attachment({ cn: '客户扣款单/索赔函', en: 'Claim letter or debit note', required: true, max: 10, section: 'attachments',
    span: 4 }),
})

const accountant = ['accountantReview'] as const

const items = table({
  cn: '费用明细',
  en: 'Expense items',
  required: true,
  min: 1,
  max: 50,
  section: 'items',
  span: 4,
  columnGroups: [invoiceGroup],
  columns: {
    expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: true, trend: true, editAt: accountant,
      default: 'header.expenseCategory.id' }),
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', as: 'expensePurpose', required: true, max: 25, editAt: accountant }),
    ...rowBearing({ editAt: accountant }),
    amount: money({ cn: '申请金额', en: 'Requested', as: 'invoiceAmount', required: true, min: 0 }),
    approvedAmount: money({ cn: '核准金额', en: 'Approved', as: 'approvedAmount', required: true, min: 0, editAt: accountant,
      default: 'amount' }),
    amountRmb: inRmb('amount'),
    ...invoice,
  },
})

const fields = defineFields({
  ...override(header({ cn: '质量索赔报销', en: 'Quality claim' }), { attachmentList: { cn: '其他附件', en: 'Other files' } }),
  ...complaint,
  ...override(bearing({ editAt: accountant }), {
    project: { required: undefined, visible: 'some i in items satisfies i.expenseCategory.projectRequired' },
  }),
  ...product,
  ...analysis,
  ...override(fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }), {
    totalAmount: { ...claimedAmount, trend: true },
  }),
  expenseCategory: fixedCategory,
  items,
  approvedAmount: calculated({
    cn: '核准金额',
    en: 'Approved amount',
    result: 'money',
    section: 'items',
    value: 'sum(items[approvedAmount != null].approvedAmount)',
  }),
  netLoss: calculated({
    cn: '公司净损失',
    en: 'Net loss',
    result: 'money',
    section: 'items',
    value: 'totalAmountRmb - (if supplierRecoverAmount = null then 0 else rmb(supplierRecoverAmount, exchangeRate))',
  }),
  ...override(budget('false'), { overdue: { value: undefined } }),
  ...payee('1'),
  ...writeOff,
  payDate,
})

const reviewed = ['start', 'qualityReview'] as const

/** Required data for tracing the product. */
const traced = defineRules([
  rule('ZS-01-status', { when: 'inspectionStatus = null', fields: ['inspectionStatus'], at: reviewed, cn: '检验状态不能为空',
    en: 'Inspection status is required' }),
  rule('ZS-01-order', { when: 'productionOrderNo = null', fields: ['productionOrderNo'], at: reviewed, cn: '生产工单号不能为空',
    en: 'Production order number is required' }),
  rule('ZS-01-date', { when: 'productionDate = null', fields: ['productionDate'], at: reviewed, cn: '日期不能为空',
    en: 'Date is required' }),
  rule('ZS-01-serial', { when: 'productionSerialNo = null', fields: ['productionSerialNo'], at: reviewed, cn: '生产序列号不能为空',
    en: 'Production serial number is required' }),
])

const quantities = defineRules([
  rule('ZS-02-issued', {
    when: 'qualifiedQty > shippedQty',
    fields: ['qualifiedQty'],
    at: reviewed,
    cn: '合格数量不能大于发料数量',
    en: 'The qualified quantity cannot exceed the issued quantity',
  }),
  rule('ZS-02-returned', {
    when: 'qualifiedQty > returnedQty',
    fields: ['qualifiedQty'],
    at: reviewed,
    cn: '合格数量不能大于退料数量',
    en: 'The qualified quantity cannot exceed the returned quantity',
  }),
  rule('ZS-08', { when: 'shippedQty <= 0', fields: ['shippedQty'], cn: '出货数量须大于0', en: 'The shipped quantity must be more than 0' }),
  rule('ZS-09', {
    when: 'defectQty <= 0 or defectQty > shippedQty',
    fields: ['defectQty'],
    at: reviewed,
    cn: '不良数量须大于0且不大于出货数量',
    en: 'The defective quantity must be more than 0 and no more than the shipped quantity',
  }),
  rule('ZS-10', { when: 'returnedQty > shippedQty', fields: ['returnedQty'], cn: '退货数量不能大于出货数量',
    en: 'The returned quantity cannot exceed the shipped quantity' }),
])

const own = defineRules([
  rule('ZS-03', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    cn: '报销金额不能为0',
    en: 'The reimbursement amount cannot be 0',
  }),
  rule('ZS-03-row', {
    each: 'items',
    when: 'amount = 0',
    fields: ['amount'],
    cn: '报销明细金额不能为0',
    en: 'Each reimbursement item amount cannot be 0',
  }),
  rule('ZS-04', { when: 'count(items) = 0', fields: ['items'], cn: '请至少添加一条报销明细', en: 'Add at least one reimbursement item' }),
  rule('ZS-05', { when: 'totalAmount > claimAmount', fields: ['totalAmount'], cn: '报销金额不能大于索赔金额',
    en: 'The reimbursement is more than the customer’s claim' }),
  rule('ZS-06', {
    when: 'responsibleParty = "1" and supplierRecoverAmount = 0',
    fields: ['supplierRecoverAmount'],
    at: ['sqeReview'],
    cn: '供应商责任须填写追偿金额',
    en: 'The supplier is responsible: enter the amount to recover',
  }),
  rule('ZS-11', { when: 'complaintDate > today()', fields: ['complaintDate'], cn: '投诉日期不能晚于今天',
    en: 'The complaint date can’t be in the future' }),
  rule('ZS-12', {
    when: 'productionDate > complaintDate',
    fields: ['productionDate'],
    at: reviewed,
    cn: '生产日期不能晚于投诉日期',
    en: 'The production date can’t be after the complaint',
  }),
  rule('ZS-13', { when: 'claimAmount <= 0', fields: ['claimAmount'], cn: '索赔金额须大于0', en: 'The claimed amount must be more than 0' }),
  approvedWithinAmount('ZS-14', 'items'),
  paidAfterFiling('ZS-15'),
])

const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...traced,
  ...quantities,
  ...own,
  ...invoiceRules('items'),
  ...budgetRules,
  ...payeeRules,
  ...writeOffRules,
] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow(
  [
    deptHead,
    approve('salesManager', firstOf(superior(1, 'salesOwner'), role('salesManagerApprover')), { cn: '销售经理审批', en: 'Sales manager',
      opinionRequired: true }),
    approve('qualityReview', role('qualityEngineer'), { cn: '质量分析', en: 'Quality analysis' }),
    approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', opinionRequired: true }),
    approve('sqeReview', role('sqe'), { cn: '供应商质量', en: 'Supplier quality', when: 'responsibleParty = "1"' }),
    approve('responsibleDeptHead', departmentHead('responsibleDept'), {
      cn: '责任部门负责人',
      en: 'Responsible department head',
      mode: 'all',
      when: 'responsibleParty in ("2","3","4","5")',
    }),
    bearingDeptHeads(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms(),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
      when: `totalAmountRmb > ${limits.of('qualityClaim', 'generalManager')}` }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', both(personIn('salesOwner'), role('qualityHead')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)

/** Reimbursement of the costs of a customer complaint, with product, cause and responsible people. */
export const qualityClaim = defineForm({
  key: 'qualityClaim',
  cn: '质量索赔报销',
  en: 'Quality claim',
  short: { cn: '质量索赔', en: 'Quality claim' },
  path: '/quality-claim',
  prefix: 'ZS',
  group: 'quality',
  icon: 'safety-certificate',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  print: { cover: ['items.invoiceNo'] },
  sections: [
    { id: 'basics', cn: '索赔信息', en: 'Claim' },
    { id: 'product', cn: '产品与数量', en: 'Product and quantities' },
    { id: 'analysis', cn: '不良与责任', en: 'Defect and responsibility' },
    { id: 'items', cn: '费用明细', en: 'Items' },
    budgeted,
    writtenOff,
    paid,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['productModel', 'defectDescription'],
  columns: ['customer', 'claimNo', 'responsibleParty', 'totalAmountRmb', 'netLoss', 'claimResult'],
  budget: {
    class: 'spending',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'QUALITY',
    month: 'budgetMonth',
    amount: 'rmb(approvedAmount, header.exchangeRate)',
  },
})

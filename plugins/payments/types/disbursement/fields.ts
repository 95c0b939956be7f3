import { attachment, calculated, date, datetime, defineFields, department, documentLink, money, number, override, person, select, table,
  text, toggle } from '#kernel/fields.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contract } from '#plugins/forms/references.ts'
import { bearing, budget, fx, header, payDate, payee } from '#plugins/forms/kit.ts'
import { charged, items, repaymentFields } from './tables.ts'

const isRequested = 'partAsked = true'

const at = { atNode: 'partPayment', section: 'payee' } as const

/**
 * Payments after the cashier has paid a part. Entries, including the first payment, are immutable; a wrong one is cancelled by a reversal.
 * The input fields take the next entry.
 */
const partPaymentFields = defineFields({
  partPayments: table({
    cn: '付款记录',
    en: 'Payments',
    system: true,
    readOnly: true,
    section: 'payee',
    span: 4,
    visible: 'count(partPayments) > 0',
    columns: {
      entryNo: number({ cn: '序号', en: 'No.' }),
      paidOn: date({ cn: '付款日期', en: 'Paid on', required: true, system: true }),
      amount: money({ cn: '付款金额', en: 'Amount', required: true, system: true }),
      reverses: number({ cn: '冲正序号', en: 'Reverses no.' }),
      note: text({ cn: '说明', en: 'Note' }),
      receipt: attachment({ cn: '银行回单', en: 'Bank receipt' }),
      recordedBy: person({ cn: '登记人', en: 'Recorded by' }),
      recordedAt: datetime({ cn: '登记时间', en: 'Recorded at' }),
    },
  }),
  // in disclosed values only: requests an entry; the server moves the inputs into the table before it checks
  partAsked: toggle({ cn: '待登记', en: 'To be recorded', system: true, readOnly: true }),
  partReverses: number({
    cn: '冲正第几笔',
    en: 'Reverses no.',
    ...at,
    required: 'false',
    min: 1,
    visible: 'count(partPayments) > 0',
    hint: { cn: '登记付款时不填', en: 'Leave empty for a payment' },
  }),
  partDate: date({ cn: '付款日期', en: 'Paid on', ...at, required: isRequested, default: 'today()' }),
  partAmount: money({
    cn: '本次付款',
    en: 'Amount paid now',
    ...at,
    required: isRequested,
    min: 0,
    visible: 'partReverses = null',
    default: 'if payStatus = "1" and amountPaid != null then totalAmount - amountPaid else null',
  }),
  partNote: text({ cn: '说明', en: 'Note', ...at, required: `${isRequested} and partReverses != null`, max: 100, span: 2 }),
  partReceipt: attachment({
    cn: '银行回单',
    en: 'Bank receipt',
    ...at,
    required: `${isRequested} and partReverses = null and payMethod != "4"`,
    span: 4,
    max: 5,
    extensions: ['pdf', 'png', 'jpg', 'jpeg'],
  }),
})

const accountant = ['accountantReview'] as const
const isAdvance = 'disburseKind in ("1","2")'
const bearsCost = `disburseKind in ${charged}`

/** Partial claim of linked applications in RMB, by the rows that name them; each application proposes a row. */
const partly = {
  binds: true,
  claim: 'remaining',
  proposes: { rows: 'items',
    set: { linkNo: 'option.businessNo', expenseCategory: 'option.expenseCategory', bearingDept: 'option.bearingDept',
      costCenter: 'option.costCenter' } },
  claims: { rows: 'items', by: 'linkNo', at: 'thisPayAmount', amount: 'rmb(thisPayAmount, header.exchangeRate)' },
} as const

const links = defineFields({
  contractLink: contract({ cn: '关联合同', en: 'Contract', required: 'disburseKind = "3"', section: 'links' }),
  paymentTerm: select({ cn: '付款条款', en: 'Payment term', required: 'disburseKind = "3"', trend: true, dict: 'paymentStage',
    section: 'links' }),
  // balance of the term without this payment, set by the contracts module
  termAmount: money({ cn: '条款金额', en: 'Amount of the term', system: true, readOnly: true, visible: 'termAmount != null',
    section: 'links' }),
  termUsed: money({ cn: '条款已付及审批中', en: 'Paid and in approval', system: true, readOnly: true, visible: 'termUsed != null',
    section: 'links' }),
  serviceFeeLinks: documentLink({
    cn: '关联服务费申请',
    en: 'Service fee requests',
    links: ['serviceFeeApply'],
    ...partly,
    min: 1,
    max: 10,
    section: 'links',
    span: 2,
    required: 'disburseKind = "4"',
    filter: 'option.remaining > 0',
  }),
  procurementLinks: documentLink({
    cn: '关联费用采购',
    en: 'Purchase requests',
    links: ['costBasedProcurement'],
    ...partly,
    min: 1,
    max: 10,
    section: 'links',
    span: 2,
    required: 'disburseKind = "5"',
    filter: 'option.remaining > 0',
  }),
  advanceFor: select({
    cn: '借款用途',
    en: 'Purpose of the advance',
    required: 'disburseKind = "2"',
    section: 'basics',
    default: '"1"',
    options: [{ value: '1', cn: '出差', en: 'Trip' }, { value: '2', cn: '备用金', en: 'Petty cash' }, { value: '9', cn: '其他',
      en: 'Other' }],
  }),
  tripLink: documentLink({
    cn: '关联出差',
    en: 'Business trip',
    links: ['businessTrip'],
    linkStates: ['inApproval', 'completed'],
    own: true,
    binds: true,
    max: 1,
    section: 'links',
    span: 2,
    required: 'disburseKind = "2" and advanceFor = "1"',
  }),
})

const toOne = payee('1')

const payment = defineFields({
  payStatus: select({ cn: '付款状态', en: 'Payment status', dict: 'payStatus', atNode: 'cashier', editAt: ['cashier'], section: 'payee',
    default: '"2"' }),
  amountPaid: money({ cn: '实际付款金额', en: 'Amount paid', required: 'payStatus = "1"', atNode: 'cashier', editAt: ['cashier'],
    section: 'payee' }),
  payDate,
  bankReceipt: attachment({
    cn: '银行回单',
    en: 'Bank receipt',
    required: 'payMethod != "4"',
    atNode: 'cashier',
    editAt: ['cashier'],
    section: 'payee',
    span: 4,
    max: 10,
    extensions: ['pdf', 'png', 'jpg', 'jpeg'],
  }),
})

export const fields = defineFields({
  ...header({ cn: '付款申请', en: 'Payment request' }),
  disburseKind: select({
    cn: '付款类别',
    en: 'Payment type',
    required: true,
    trend: true,
    dict: 'disburseKind',
    section: 'basics',
    default: '"1"',
    clears: ['contractLink', 'paymentTerm', 'serviceFeeLinks', 'procurementLinks', 'tripLink', 'items'],
  }),
  payCompany: select({ cn: '付款公司', en: 'Paying company', required: true, trend: true, dict: 'company', editAt: accountant,
    section: 'basics', default: 'applicantDept.company' }),
  // set by the server: unit of the paying company, whose reviewer approves
  payingUnit: department({ cn: '付款组织', en: 'Paying unit', system: true, readOnly: true }),
  supplier: supplier({
    cn: '供应商',
    en: 'Supplier',
    required: 'disburseKind in ("1","3","4","5","6")',
    visible: 'disburseKind in ("1","3","4","5","6","9")',
    section: 'basics',
    default: 'if count(serviceFeeLinks) > 0 then serviceFeeLinks[1].supplier else null',
  }),
  borrower: person({ cn: '借款人', en: 'Borrower', required: 'disburseKind = "2"', section: 'basics', default: 'applicant.id' }),
  ...links,
  prepaymentWriteOffDate: date({
    cn: '预付冲销日期',
    en: 'Prepayment write-off date',
    required: `${isAdvance} or paymentTerm = "1"`,
    section: 'basics',
    default:
      'if count(tripLink) > 0 then date(tripLink[1].period[2]) + duration("P1D") * parameter("paymentRule", "tripWriteOffDays") else null',
  }),
  planPayDate: date({
    cn: '期望付款日期',
    en: 'Pay by',
    required: true,
    editAt: ['cashier'],
    section: 'basics',
    default: 'today() + duration("P1D") * parameter("paymentRule", "planDays")',
  }),
  payMethod: select({ cn: '付款方式', en: 'Payment method', required: true, dict: 'payMethod', editAt: ['financeManager'],
    section: 'basics', default: '"1"' }),
  paymentReason: text({ cn: '付款事由', en: 'Payment reason', required: true, max: 30, editAt: accountant, section: 'basics', span: 2 }),
  ...override(bearing({ editAt: accountant }), {
    bearingDept: { required: bearsCost },
    costCenter: { required: bearsCost },
    project: { required: undefined, visible: 'some i in items satisfies i.expenseCategory.projectRequired' },
  }),
  ...override(fx({ total: 'sum(items[thisPayAmount != null].thisPayAmount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }), {
    totalAmount: { cn: '付款金额', en: 'Payment amount' },
  }),
  invoiced: calculated({ cn: '随附发票', en: 'Comes with invoices', system: true, result: 'boolean',
    value: 'not(disburseKind in ("1","2","6") or paymentTerm = "1")' }),
  items,
  subtotalAmount: calculated({ cn: '应付合计', en: 'Total payable', result: 'money', section: 'items',
    value: 'sum(items[subtotal != null].subtotal)' }),
  approvedAmount: calculated({ cn: '核准金额', en: 'Approved amount', result: 'money', section: 'items', value: 'totalAmount' }),
  // set by the server: whether the applicant has overdue advances
  ...override(budget('false'), { overdue: { value: undefined } }),
  ...override(toOne, {
    proceedsType: { default: 'if disburseKind = "2" then "3" else "1"' },
    payeeLines: {
      columns: override(toOne.payeeLines.columns, { proceedsAccountType: { default: 'if header.proceedsType != "1" then "2" else "1"' },
        payReason: { default: 'header.paymentReason' } }),
    },
  }),
  netPayable: calculated({ cn: '实付金额', en: 'Net payable', as: 'netPayable', result: 'money', section: 'payee', value: 'totalAmount' }),
  ...payment,
  advanceAmount: calculated({
    cn: '可冲销金额',
    en: 'Available to offset',
    system: true,
    result: 'money',
    value: `if ${isAdvance} then (if payStatus = "1" and amountPaid != null then amountPaid else totalAmount) ` +
      `- (if repayAmount = null then 0 else repayAmount) else 0`,
  }),
  openBalance: calculated({ cn: '未冲余额', en: 'Open balance', result: 'money', system: true, section: 'payee',
    visible: `${isAdvance} and openBalance != null` }),
  ...partPaymentFields,
  ...repaymentFields,
})

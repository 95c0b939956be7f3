import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, generalManager, initiator, personIn, role, theProduct, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, defineFields, department, integer, money, override, select, table, text, textarea } from '#kernel/fields.ts'
import { approvalLimits, basics, closing, deptHead, financeManager, fx, fxRules, header, headerRules, payee,
  payeeRules } from '#plugins/forms/kit.ts'
import { paymentNode } from '#plugins/forms/payment-node.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contract } from '#plugins/forms/references.ts'

/** The amounts in RMB by which steps take part, as shipped; finance edits them. */
export const limits = approvalLimits('sapPaymentLimit', { cn: 'SAP付款审批限额', en: 'Approval limits of SAP payments' }, {
  sapPayment: { cn: 'SAP付款', en: 'SAP payment', limits: { viceGm: 100_000, generalManager: 500_000 } },
})

const accountant = ['accountantReview'] as const

/** A down payment is typed; everything else is an open item of SAP, which stays as SAP has it. */
const ofSap = 'header.sapPayKind != "1"'

const items = table({
  cn: '付款行',
  en: 'Payment items',
  required: true,
  min: 1,
  max: 500,
  section: 'items',
  span: 4,
  fetches: {
    cn: '从SAP获取未清项',
    en: 'Fetch open items from SAP',
    call: '/oaserver/sap/openItems',
    by: ['sapCompanyCode', 'supplier', 'currencyType'],
    when: 'sapPayKind != "1"',
  },
  columns: {
    sapDocNo: text({ cn: '凭证号', en: 'Document no.', max: 10, required: ofSap, locked: ofSap }),
    fiscalYear: integer({ cn: '年度', en: 'Fiscal year', min: 1900, max: 9999, isName: true, required: ofSap, locked: ofSap }),
    lineNo: integer({ cn: '行', en: 'Line', min: 1, max: 999, required: ofSap, locked: ofSap }),
    reference: text({ cn: '发票号', en: 'Invoice reference', max: 40, visible: ofSap, locked: ofSap }),
    postingDate: date({ cn: '过账日', en: 'Posting date', visible: ofSap, locked: ofSap }),
    dueDate: date({ cn: '到期日', en: 'Due date', visible: ofSap, locked: ofSap }),
    subtotal: money({ cn: '金额', en: 'Amount', required: true, locked: ofSap }),
    openAmount: money({ cn: '未清金额', en: 'Open amount', locked: 'true', default: 'if header.sapPayKind = "1" then subtotal else null' }),
    thisPayAmount: money({ cn: '本次付款', en: 'Paid this time', required: true, trend: true, editAt: accountant, default: 'openAmount' }),
    overdueDays: calculated({ cn: '逾期天数', en: 'Days past due', result: 'integer',
      value: 'if dueDate = null then null else max(0, days(dueDate, today()) - 1)' }),
    specialGl: text({ cn: '特别总账标识', en: 'Special G/L indicator', required: 'header.sapPayKind = "1"', max: 1, pattern: '^[A-Z0-9]$',
      editAt: accountant, default: '"A"' }),
    itemText: text({ cn: '行文本', en: 'Item text', required: true, max: 25, editAt: accountant,
      default: 'substring(header.paymentReason, 1, 25)' }),
  },
})

const isDownPayment = 'sapPayKind = "1"'

/** The first day on which something is due. */
const firstDue = 'min(items[dueDate != null].dueDate)'

/** It is paid before anything is due. */
const isEarly = `sapPayKind = "3" or (count(items[dueDate != null]) > 0 and planPayDate < ${firstDue})`

const toOne = payee('1')

export const fields = defineFields({
  ...header({ cn: 'SAP付款申请', en: 'SAP payment' }),
  sapPayKind: select({ cn: '付款类型', en: 'Payment type', required: true, trend: true, dict: 'sapPayKind', section: 'basics',
    default: '"2"' }),
  sapCompanyCode: select({ cn: '公司代码', en: 'Company code', required: true, trend: true, dict: 'sapCompanyCode', section: 'basics' }),
  // set by the server: who reviews it belongs to the company that pays
  payingUnit: department({ cn: '付款组织', en: 'Paying unit', system: true, readOnly: true }),
  supplier: supplier({ cn: 'SAP供应商', en: 'SAP vendor', required: true, trend: true, section: 'basics' }),
  ...fx({ total: 'sum(items[thisPayAmount != null].thisPayAmount)', rmb: 'rmb(totalAmount, exchangeRate)' }),
  purchaseGroup: select({ cn: '采购组', en: 'Purchasing group', required: true, dict: 'sapPurchaseGroup', section: 'basics' }),
  poNo: text({ cn: '采购订单', en: 'Purchase order', required: isDownPayment, pattern: '^\\d{10}$', section: 'basics' }),
  contractLink: contract({ cn: '采购合同', en: 'Purchase contract', visible: isDownPayment, section: 'basics' }),
  prepaymentWriteOffDate: date({ cn: '预付冲销日期', en: 'Prepayment write-off date', required: isDownPayment, section: 'basics' }),
  planPayDate: date({
    cn: '计划付款日',
    en: 'Planned payment',
    required: true,
    editAt: ['financeManager'],
    section: 'basics',
    default: `if count(items[dueDate != null]) = 0 then today() else max(today(), ${firstDue})`,
  }),
  earlyReason: textarea({ cn: '提前付款原因', en: 'Early payment reason', visible: isEarly, min: 5, max: 500, section: 'basics', span: 4 }),
  payMethod: select({ cn: '付款方式', en: 'Payment method', required: true, dict: 'payMethod', editAt: ['financeManager'],
    section: 'basics', default: '"1"' }),
  paymentReason: text({ cn: '付款事由', en: 'Payment reason', required: true, max: 30, section: 'basics', span: 2 }),
  items,
  ...override(toOne, {
    payeeLines: {
      columns: override(toOne.payeeLines.columns, { proceedsAccountType: { default: '"1"' },
        payReason: { default: 'header.paymentReason' } }),
    },
  }),
  netPayable: calculated({ cn: '实付金额', en: 'Net payable', as: 'netPayable', result: 'money', section: 'payee', value: 'totalAmount' }),
  houseBank: select({ cn: '付款银行', en: 'House bank', dict: 'houseBank', required: true, atNode: 'financeManager',
    editAt: ['financeManager'], section: 'payee' }),
  sapPostNo: text({ cn: 'SAP付款凭证号', en: 'SAP document', system: true, readOnly: true, visible: 'sapPostNo != null',
    section: 'payee' }),
  sapPostMsg: textarea({ cn: 'SAP返回信息', en: 'SAP message', bilingual: true, system: true, readOnly: true, visible: 'sapPostMsg != null',
    section: 'payee', span: 2 }),
})

const reviewed = ['start', 'accountantReview'] as const
const tooMuch = { cn: '本次付款金额不能大于小计或合计金额', en: 'The amount paid this time must not exceed the subtotal or total' }

const own = defineRules([
  rule('SP-01', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    at: reviewed,
    cn: '付款金额不能为0',
    en: 'The payment amount cannot be 0',
  }),
  rule('SP-01-row', {
    each: 'items',
    when: 'thisPayAmount = 0',
    fields: ['thisPayAmount'],
    at: reviewed,
    cn: '本次付款金额不能为0',
    en: 'The amount paid this time cannot be 0',
  }),
  rule('SP-01-subtotal', {
    each: 'items',
    when: 'subtotal = 0',
    fields: ['subtotal'],
    cn: '金额不能为0',
    en: 'The amount cannot be 0',
  }),
  rule('SP-02', {
    each: 'items',
    fields: ['thisPayAmount'],
    at: reviewed,
    ...tooMuch,
    // a credit memo is negative in both
    when: 'thisPayAmount * openAmount < 0 or abs(thisPayAmount) > abs(openAmount)',
  }),
  rule('SP-02-total', { when: 'totalAmount > sum(items[subtotal > 0].subtotal)', fields: ['totalAmount'], at: reviewed, ...tooMuch }),
  rule('SP-06', {
    when: `(${isEarly}) and earlyReason = null`,
    fields: ['earlyReason'],
    cn: '提前付款请填写原因',
    en: 'Give the reason for the early payment',
  }),
  rule('SP-08', {
    when: 'totalAmount < 0',
    fields: ['totalAmount'],
    at: reviewed,
    cn: '贷项合计大于应付，无需付款',
    en: 'Credits exceed payables, nothing to pay',
  }),
  rule('SP-09', {
    when: 'prepaymentWriteOffDate <= today()',
    fields: ['prepaymentWriteOffDate'],
    cn: '预付冲销日期须晚于今天',
    en: 'The write-off date must be after today',
  }),
  rule('SP-10', {
    when: 'planPayDate < today()',
    fields: ['planPayDate'],
    at: ['start', 'financeManager'],
    cn: '计划付款日不能早于今天',
    en: 'The planned payment date cannot be before today',
  }),
])

const rules = defineRules([...own, ...headerRules, ...fxRules, ...payeeRules])

/** The node at which the payment is posted. */
export const postingNode = 'sapPost'

/** Finance edits the limits; an administrator's version of the flow may have other conditions. */
const flow = defineFlow(
  [
    deptHead,
    approve('buyerManager', role('purchaseManager'), { cn: '采购经理', en: 'Procurement manager', when: 'sapPayKind in ("1","3")' }),
    approve('accountantReview', role('accountant', 'payingUnit'), { cn: '会计初审', en: 'Accountant review', manual: true }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
      when: `totalAmountRmb > ${limits.of('sapPayment', 'viceGm')} or sapPayKind in ("1","3")` }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
      when: `totalAmountRmb > ${limits.of('sapPayment', 'generalManager')}` }),
    financeManager,
    approve(postingNode, theProduct, { cn: 'SAP过账', en: 'SAP posting', dueHours: 0 }),
    // a payment that SAP has posted is not refused here: it is reversed there first
    approve(paymentNode, role('cashier'), { cn: '出纳付款', en: 'Cashier payment', manual: true, hidden: ['refuse'] }),
    copy('ccFinish', both(initiator, personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true, hidden: ['return'] },
)

/** Open items of a vendor, or a down payment, paid through SAP: it posts the payment at a node of its own. */
export const sapPayment = defineForm({
  key: 'sapPayment',
  cn: 'SAP付款申请',
  en: 'SAP payment',
  short: { cn: 'SAP付款', en: 'SAP payment' },
  path: '/sap-payment-apply',
  prefix: 'SP',
  group: 'payment',
  icon: 'bank',
  amount: 'totalAmountRmb',
  paidBy: ['accountant', 'cashier'],
  sections: [
    basics,
    { id: 'items', cn: '付款行', en: 'Payment items' },
    { id: 'payee', cn: '收款与付款', en: 'Payee and payment' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['paymentReason'],
  columns: ['sapPayKind', 'sapCompanyCode', 'supplier', 'totalAmountRmb', 'planPayDate', 'sapPostNo'],
})

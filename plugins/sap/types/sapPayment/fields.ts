import { calculated, date, defineFields, department, override, select, text, textarea, integer, money, table } from '#kernel/fields.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contract } from '#plugins/forms/references.ts'
import { fx, header, payee } from '#plugins/forms/kit.ts'

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
export const isEarly = `sapPayKind = "3" or (count(items[dueDate != null]) > 0 and planPayDate < ${firstDue})`

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

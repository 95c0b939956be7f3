import { calculated, date, defineFields, department, override, select, text, textarea } from '#kernel/fields.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contract } from '#plugins/forms/references.ts'
import { fx } from '#plugins/forms/mixins/fx.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { payee } from '#plugins/forms/mixins/payee.ts'
import { items } from './items.ts'

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
  sapPostNo: text({ cn: 'SAP付款凭证号', en: 'SAP payment document', system: true, readOnly: true, visible: 'sapPostNo != null',
    section: 'payee' }),
  sapPostMsg: textarea({ cn: 'SAP返回信息', en: 'SAP message', bilingual: true, system: true, readOnly: true, visible: 'sapPostMsg != null',
    section: 'payee', span: 2 }),
})

import { attachment, date, datetime, defineFields, money, number, person, table, text, toggle } from '#kernel/fields.ts'

const isRequested = 'partAsked = true'
const at = { atNode: 'partPayment', section: 'payee' } as const

/**
 * Payments after the cashier paid a part. Each part is an entry of its own that stays as it was recorded, the first one
 * among them; a wrong one is taken back by an entry that reverses it. The inputs below take the next entry.
 */
export const partPaymentFields = defineFields({
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
  // only before a reader: an entry is asked for; the server has moved it into the table when it checks
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

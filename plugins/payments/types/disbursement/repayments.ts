import { attachment, date, datetime, defineFields, money, number, person, table, text, toggle } from '#kernel/fields.ts'

const isAdvance = 'disburseKind in ("1","2")'
const isRequested = 'repaymentAsked = true'
const at = { atNode: 'repayment', section: 'repayment' } as const

/**
 * Cash repayments of an advance. Entries are immutable; a wrong one is cancelled by a reversal. The input fields take the next entry and
 * are cleared afterwards.
 */
export const repaymentFields = defineFields({
  repayments: table({
    cn: '还款记录',
    en: 'Repayments',
    system: true,
    readOnly: true,
    section: 'repayment',
    span: 4,
    visible: `${isAdvance} and count(repayments) > 0`,
    columns: {
      entryNo: number({ cn: '序号', en: 'No.' }),
      paidOn: date({ cn: '还款日期', en: 'Repaid on', required: true, system: true }),
      amount: money({ cn: '还款金额', en: 'Amount', required: true, system: true }),
      reverses: number({ cn: '冲正序号', en: 'Reverses no.' }),
      note: text({ cn: '说明', en: 'Note' }),
      receipt: attachment({ cn: '收款凭证', en: 'Receipt' }),
      recordedBy: person({ cn: '登记人', en: 'Recorded by' }),
      recordedAt: datetime({ cn: '登记时间', en: 'Recorded at' }),
    },
  }),
  repayAmount: money({ cn: '累计还款', en: 'Total repaid', system: true, readOnly: true, section: 'repayment',
    visible: `${isAdvance} and repayAmount != null` }),
  // in disclosed values only: requests an entry; the server moves the inputs into the table before it checks
  repaymentAsked: toggle({ cn: '待登记', en: 'To be recorded', system: true, readOnly: true }),
  repaymentReverses: number({
    cn: '冲正第几笔',
    en: 'Reverses no.',
    ...at,
    required: 'false',
    min: 1,
    visible: `${isAdvance} and count(repayments) > 0`,
    hint: { cn: '登记还款时不填', en: 'Leave empty for a repayment' },
  }),
  repaymentDate: date({ cn: '还款日期', en: 'Repaid on', ...at, required: isRequested, visible: isAdvance, default: 'today()' }),
  repaymentAmount: money({ cn: '还款金额', en: 'Amount repaid', ...at, required: isRequested, min: 0,
    visible: `${isAdvance} and repaymentReverses = null` }),
  repaymentNote: text({ cn: '说明', en: 'Note', ...at, required: `${isRequested} and repaymentReverses != null`, max: 100,
    visible: isAdvance, span: 2 }),
  repaymentReceipt: attachment({ cn: '收款凭证', en: 'Receipt', ...at, required: 'false', visible: isAdvance, span: 4, max: 5,
    extensions: ['pdf', 'png', 'jpg', 'jpeg'] }),
})

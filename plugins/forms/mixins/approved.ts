import { calculated, type Feel } from '#kernel/fields.ts'
import { rule } from '#kernel/rules.ts'

/** Calculated amount of a row in RMB, at the document's rate. */
export const inRmb = (amount: Feel) =>
  calculated({ cn: '折人民币', en: 'Amount in RMB', result: 'money', rmb: true, value: `rmb(${amount}, header.exchangeRate)` })

/** Rule that the approved amount of a row must not exceed the requested one; `id` follows the form's numbering. */
export const approvedWithinAmount = (id: string, rows: string) =>
  rule(id, {
    each: rows,
    when: 'approvedAmount > amount',
    fields: ['approvedAmount'],
    at: ['start', 'accountantReview'],
    cn: '核准金额不能大于申请金额',
    en: 'The approved amount cannot exceed the requested amount',
  })

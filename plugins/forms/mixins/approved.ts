import { calculated, type Feel } from '#kernel/fields.ts'
import { rule } from '#kernel/rules.ts'

/** The amount of a row in RMB, at the document's rate. */
export const inRmb = (amount: Feel) =>
  calculated({ cn: '折人民币', en: 'Amount in RMB', result: 'money', rmb: true, value: `rmb(${amount}, header.exchangeRate)` })

/** No more is approved of a row than was asked for; a rule of each form, under the form's own number. */
export const approvedWithinAmount = (id: string, rows: string) =>
  rule(id, {
    each: rows,
    when: 'approvedAmount > amount',
    fields: ['approvedAmount'],
    at: ['start', 'accountantReview'],
    cn: '核准金额不能大于申请金额',
    en: 'The approved amount cannot exceed the requested amount',
  })

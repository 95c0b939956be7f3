import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules, payeeRules } from '#plugins/forms/kit.ts'
import { isEarly } from './fields.ts'

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

export const rules = defineRules([...own, ...headerRules, ...fxRules, ...payeeRules])

import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, budgetRules, fxRules, headerRules } from '#plugins/forms/kit.ts'
import { hostTypeOf } from './fields.ts'

const own = defineRules([
  rule('ZD-01', {
    when: 'count(amountDetails) > 0 and sum(amountDetails[amount != null].amount) != estimatedTotalAmount',
    fields: ['estimatedTotalAmount'],
    cn: '金额明细之和必须等于预计招待总金额',
    en: 'The sum of amount details must equal the estimated total entertainment amount',
  }),
  rule('ZD-02', {
    when: 'ourCount > theirCount + 2',
    fields: ['ourCount'],
    cn: '我方人数不能超过对方人数加2',
    en: 'Our headcount must be at most the counterparty headcount plus 2',
  }),
  rule('ZD-03', {
    when: 'count(amountDetails) = 0',
    fields: ['amountDetails'],
    cn: '请至少添加一条金额明细',
    en: 'Add at least one amount detail',
  }),
  rule('ZD-04', {
    when: 'overStandard = true and (overStandardExplanation = null or overStandardExplanation = "")',
    fields: ['overStandardExplanation'],
    cn: '超出招待标准，请填写超标说明',
    en: 'Over the standard: enter an over-standard explanation',
  }),
  rule('ZD-05', {
    when: 'count(counterpartPeople) != theirCount',
    fields: ['theirCount'],
    level: 'confirm',
    cn: '对方人员名单与人数不一致',
    en: 'The guest list doesn’t match the counterparty headcount',
  }),
  rule('ZD-06', {
    when: `hostType != (${hostTypeOf})`,
    fields: ['hostType'],
    cn: '主陪类型与主陪人职级不一致',
    en: 'The host type doesn’t match the host’s grade',
  }),
  rule('ZD-07', {
    when: 'counterpartKind = "4" and drawDrinks = true',
    fields: ['drawDrinks'],
    cn: '内部招待不得领用酒水',
    en: 'Drinks can’t be drawn for internal entertainment',
  }),
  rule('ZD-08', {
    when: 'entertainDate < today()',
    fields: ['entertainDate'],
    level: 'warn',
    cn: '招待日期早于今天，请在事由中说明补填原因',
    en: 'The date has passed: say in the reason why this is late',
  }),
  rule('ZD-09', {
    when: 'entertainDate < today() - duration("P3D")',
    fields: ['entertainDate'],
    cn: '招待日期不能早于3天前',
    en: 'The date can be at most 3 days in the past',
  }),
  rule('ZD-10', {
    each: 'amountDetails',
    when: 'amount <= 0',
    fields: ['amount'],
    cn: '金额须大于0',
    en: 'The amount must be more than 0',
  }),
  rule('ZD-11', {
    each: 'drinks',
    when: 'quantity <= 0',
    fields: ['quantity'],
    at: ['start', 'adminDrinks'],
    cn: '领用数量须大于0',
    en: 'The quantity drawn must be more than 0',
  }),
  rule('ZD-12', {
    each: 'drinks',
    when: 'returned > quantity',
    fields: ['returned'],
    at: ['adminDrinks'],
    cn: '退回数量不能大于领用数量',
    en: 'You can’t return more than was drawn',
  }),
])

export const rules = [...headerRules, ...fxRules, ...bearingRules(), ...own, ...budgetRules] as const

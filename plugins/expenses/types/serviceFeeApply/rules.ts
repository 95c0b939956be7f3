import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, budgetRules, fxRules, headerRules, quoteRules } from '#plugins/forms/kit.ts'

const purchasing = ['start', 'procurementReview'] as const

const own = defineRules([
  rule('FW-01', {
    when: 'count(items) = 0',
    fields: ['items'],
    cn: '请至少添加一条服务费明细',
    en: 'Add at least one service fee item',
  }),
  rule('FW-03', {
    when: 'count(paymentPlan) > 0 and (sum(paymentPlan[percent != null].percent) != 100 ' +
      'or (some p in paymentPlan satisfies (p.percent = 0 or p.percent != floor(p.percent))))',
    fields: ['paymentPlan'],
    cn: '付款比例须为整数且合计100%',
    en: 'Payment percentages must be integers totalling 100%',
  }),
  rule('FW-04', {
    when: 'count(quotes) > 0 and count(quotes[selected = true]) != 1',
    fields: ['quotes'],
    at: purchasing,
    cn: '请选择一家中选供应商',
    en: 'Choose exactly one quotation',
  }),
  rule('FW-05', {
    when: 'some q in quotes satisfies q.selected = true and q.amount != totalAmount',
    fields: ['quotes'],
    level: 'confirm',
    at: purchasing,
    cn: '中选报价与申请金额不一致',
    en: 'The selected quotation doesn’t match the requested amount',
  }),
  rule('FW-06', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    cn: '服务费金额不能为0',
    en: 'The service fee amount cannot be 0',
  }),
])

export const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...own,
  ...quoteRules({
    missing: 'FW-02',
    threshold: 10_000,
    at: purchasing,
    cn: '金额超过1万元须三家比价或填写单一来源说明',
    en: 'Over ￥10,000, add three quotations or a single-source justification',
  }),
  ...budgetRules,
] as const

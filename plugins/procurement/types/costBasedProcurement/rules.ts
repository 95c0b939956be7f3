import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, budgetRules, fxRules, headerRules, quoteRules } from '#plugins/forms/kit.ts'

const own = defineRules([
  rule('FC-01', {
    when: 'count(items) = 0',
    fields: ['items'],
    cn: '请至少添加一条采购明细',
    en: 'Add at least one item',
  }),
  rule('FC-02', {
    each: 'items',
    when: 'amount = 0',
    fields: ['unitPrice'],
    at: ['start', 'procurementHandle'],
    cn: '采购明细金额不能为0',
    en: 'The item amount cannot be 0',
  }),
  rule('FC-03', {
    when: 'needDate < today()',
    fields: ['needDate'],
    cn: '需求日期不能早于今天',
    en: 'The needed-by date cannot be in the past',
  }),
  rule('FC-05', {
    when: 'totalAmountRmb > approvedTotalRmb * 1.1',
    fields: ['items'],
    at: ['procurementHandle'],
    cn: '采购金额超出审批金额10%，请退回重审',
    en: 'The price is more than 10% over the approved total. Return it for approval',
  }),
  rule('FC-06', {
    each: 'items',
    when: 'arrivedQty > quantity',
    fields: ['arrivedQty'],
    at: ['receipt'],
    cn: '到货数量不能大于采购数量',
    en: 'The quantity received can’t exceed the quantity ordered',
  }),
  rule('FC-07', {
    when: 'fixedAssetFlag = true',
    fields: ['fixedAssetFlag'],
    level: 'warn',
    cn: '物品达到固定资产标准，到货后请提交固定资产验收',
    en: 'This qualifies as a fixed asset: submit an asset acceptance on arrival',
  }),
  rule('FC-08', {
    each: 'items',
    when: 'arrivalDate < date(header.createTime)',
    fields: ['arrivalDate'],
    at: ['receipt'],
    cn: '到货日期不能早于发起日期',
    en: 'The arrival date can’t be before the request date',
  }),
])

export const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...own,
  ...quoteRules({
    missing: 'FC-04',
    threshold: 5000,
    at: ['procurementHandle'],
    cn: '金额超过5千元须三家比价或填写单一来源说明',
    en: 'Over ￥5,000, add three quotations or a single-source justification',
  }),
  ...budgetRules,
] as const

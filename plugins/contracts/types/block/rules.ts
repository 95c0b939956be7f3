import { defineRules, rule } from '#kernel/rules.ts'

/** Rules of every type of contract. */
export const contractRules = defineRules([
  rule('C-R1', {
    when: 'percentTotal != 100 and (not(contractType in ("nda","quality")) or percentTotal > 0)',
    fields: ['prepayPercent'],
    cn: '付款比例须为整数且合计100%',
    en: 'Payment percentages must be integers totalling 100%',
  }),
  rule('C-R3', {
    when: 'contractType = "framework" and amount != 0',
    fields: ['amount'],
    cn: '框架合同金额必须为0',
    en: 'The amount of a framework contract must be 0',
  }),
  rule('C-R3-amount', {
    when: 'not(contractType in ("framework","nda","quality")) and amount = 0',
    fields: ['amount'],
    cn: '合同金额必须大于0',
    en: 'The contract amount must be greater than 0',
  }),
  rule('C-R4', {
    when: 'prepayPercent > 0 and prepaymentWriteOffDate = null',
    fields: ['prepaymentWriteOffDate'],
    cn: '存在预付款时必须填写预付冲销日期',
    en: 'A prepayment term needs a prepayment offset date',
  }),
  rule('C-R4-date', {
    when: 'prepaymentWriteOffDate < signDate',
    fields: ['prepaymentWriteOffDate'],
    cn: '预付冲销日期不能早于签订日期',
    en: 'The prepayment offset date must not be earlier than the signing date',
  }),
  rule('C-R6', {
    when: 'expiryDate <= signDate',
    fields: ['expiryDate'],
    cn: '到期日期必须晚于签订日期',
    en: 'The expiry date must be later than the signing date',
  }),
  rule('C-R6-effective', {
    when: 'effectiveDate < signDate',
    fields: ['effectiveDate'],
    cn: '签订日期不能晚于生效日期',
    en: 'The signing date must not be later than the effective date',
  }),
  rule('C-R7', {
    when: 'isSupplementary = true and mainContract = null',
    fields: ['mainContract'],
    cn: '补充合同必须选择主合同',
    en: 'A supplementary contract needs its main contract',
  }),
  rule('C-R14', {
    when: 'list contains(sealType, "none") and count(sealType) > 1',
    fields: ['sealType'],
    cn: '不用印时不能再选其他印章',
    en: '“None” can’t be combined with other seals',
  }),
])

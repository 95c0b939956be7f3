import { calculated, currency, defineFields, number } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { defineRules, rule } from '#kernel/rules.ts'

/** Currency, monthly rate to RMB, and totals by the form's sum expressions. */
export const fx = (sums: { total: string; rmb: string }) =>
  defineFields({
    currencyType: currency({ cn: '币种', en: 'Currency', required: true, trend: true, section: 'basics', default: '"CNY"' }),
    exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
      section: 'basics' }),
    totalAmount: calculated({ cn: '金额合计', en: 'Total amount', result: 'money', value: sums.total, section: 'items' }),
    totalAmountRmb: calculated({
      cn: '金额合计（人民币）',
      en: 'Total in RMB',
      result: 'money',
      rmb: true,
      trend: true,
      value: sums.rmb,
      section: 'items',
    }),
    totalAmountCapital: calculated({
      cn: '大写金额',
      en: 'Amount in words',
      as: 'amountCapitals',
      readOnly: true,
      result: 'text',
      value: 'capital(totalAmountRmb)',
      section: 'items',
    }),
  })

/** Label of a claim's total. */
export const claimedAmount = { cn: '报销金额', en: 'Claimed amount' } satisfies Label

export const fxRules = defineRules([
  rule('G-08', {
    when: 'currencyType != null and exchangeRate = null',
    fields: ['currencyType'],
    cn: '该币种本月未设置汇率，请联系财务',
    en: 'Exchange rate for the currency not set this month, contact finance',
  }),
])

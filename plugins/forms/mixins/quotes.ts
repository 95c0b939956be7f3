import { attachment, checkbox, defineFields, type Feel, integer, money, table, text, textarea } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { defineRules, rule } from '#kernel/rules.ts'

/**
 * Fields of quotations: three are compared above `threshold` RMB, or a single source is justified; buyers complete them at `editAt`. With
 * `later` they are optional before that.
 */
export const quotes = (threshold: number, editAt: readonly string[], later?: Label) =>
  defineFields({
    quotes: table({
      cn: '询价比价',
      en: 'Quotations',
      ...later,
      ...(later ? { visible: above(threshold) } : { required: above(threshold) }),
      max: 20,
      editAt,
      section: 'quotes',
      span: 4,
      columns: {
        supplierName: text({ cn: '供应商名称', en: 'Supplier', required: true, max: 100 }),
        amount: money({ cn: '报价', en: 'Amount', required: true, min: 0 }),
        deliveryDays: integer({ cn: '交期（天）', en: 'Delivery days', min: 0, max: 999 }),
        quoteFile: attachment({ cn: '报价单', en: 'Quotation', required: true, max: 5 }),
        selected: checkbox({ cn: '中选', en: 'Selected' }),
      },
    }),
    singleSourceReason: textarea({
      cn: '单一来源说明',
      en: 'Single-source justification',
      ...(later ? { visible: single(threshold) } : { required: single(threshold) }),
      min: 10,
      max: 500,
      editAt,
      section: 'quotes',
      span: 4,
    }),
  })

const single = (threshold: number): Feel => `${above(threshold)} and count(quotes) < 3`

const above = (threshold: number): Feel => `totalAmountRmb > ${threshold}`

/** Rules of quotations under ids of the form; `at` are the nodes at which they apply. */
export const quoteRules = (
  { missing, threshold, cn, en, at }: { missing: string; threshold: number; cn: string; en: string; at: readonly string[] },
) =>
  defineRules([
    rule(missing, {
      when: `${above(threshold)} and count(quotes) < 3 and (singleSourceReason = null or singleSourceReason = "")`,
      fields: ['singleSourceReason'],
      at,
      cn,
      en,
    }),
    rule('QT-01', {
      each: 'quotes',
      when: 'amount <= 0',
      fields: ['amount'],
      at: ['start', ...at],
      cn: '报价须大于0',
      en: 'Quotation must be more than 0',
    }),
  ])

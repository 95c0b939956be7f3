import { defineFields, money, override, select, text } from '#kernel/fields.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { approvedWithinAmount, inRmb } from '#plugins/forms/mixins/approved.ts'
import { invoice } from '#plugins/forms/mixins/invoice.ts'

const accountant = ['accountantReview'] as const

/**
 * The last columns of every row that costs something: what is approved of it, in RMB too, whether the budget bears it, and the trip that it
 * belongs to.
 */
export const approved = defineFields({
  approvedAmount: money({ cn: '核准金额', en: 'Approved', as: 'approvedAmount', required: true, min: 0, editAt: accountant,
    default: 'amount' }),
  amountRmb: inRmb('amount'),
  offBudgetStatus: select({ cn: '预算状态', en: 'Budget status', dict: 'offBudgetStatus', readOnly: true, default: '"0"' }),
  tripNo: text({ cn: '出差申请编号', en: 'Trip request no.', system: true, readOnly: true, visible: 'false' }),
})

/** Tax is contained in the price, or in the taxed part of it: price ÷ (1 + rate) × rate, of what the tax office gives back. */
const contained = (rate: string, taxed = 'amount') =>
  `if header.expenseCategory = null then null else if header.expenseCategory.deductible = true and invoiceType != "4" ` +
  `and ${rate} != null then max(0, round half up((${taxed}) / (100 + ${rate}) * ${rate}, 2)) else 0`

/** The invoice columns of a table of travel costs. */
export const invoiced = override(invoice, { taxAmount: { default: contained('taxRate') } })

const orNothing = (column: string) => `(if ${column} = null then 0 else ${column})`

/** Fares are taxed, fuel surcharges included; the development fund, other levies and fees for changes stand beside them. */
const taxedFare = `amount - ${orNothing('refundFee')} - (if transport = "1" then ${orNothing('airLevies')} else 0)`

const byAirOrRail = 'transport in ("1", "2", "3")'

/** Tickets prove themselves: air and rail at 9 %, road and water at 3 %, also where no rate is printed. Abroad nothing is given back. */
export const ticketed = override(invoiced, {
  invoiceKind: { default: 'if transport = "1" then "5" else if transport in ("2", "3") then "6" else "2"' },
  taxRate: { default: `if ${byAirOrRail} then 9 else if transport in ("4", "7") then 3 else 6` },
  taxAmount: {
    default: contained(
      `(if invoiceKind = "4" or string length(startCity[1]) = 2 or string length(endCity[1]) = 2 then null ` +
        `else if ${byAirOrRail} then 9 else if transport in ("4", "7") then 3 else taxRate)`,
      taxedFare,
    ),
  },
})

/** The rules of such rows. */
export const moneyRules = (rows: string) =>
  defineRules([
    rule(`CL-15-${rows}`, {
      each: rows,
      when: 'amount = 0',
      fields: ['amount'],
      cn: '报销明细金额不能为0',
      en: 'Each reimbursement item amount cannot be 0',
    }),
    approvedWithinAmount(`CL-16-${rows}`, rows),
  ])

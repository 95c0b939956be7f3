import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { buyerNamed } from '../masters/invoice-titles.ts'
import { wholeUnits } from '../masters/finance.ts'
import type { DemoInvoice } from '../stories/invoice-file.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'
import type { Files } from '../stories/uploads.ts'
import { companyOf, dayOf, formValue, invoiceNoOf } from './form-value.ts'
import { type ClaimItem, type ClaimPlan, claimPlans, type Oddity } from './plan.ts'

/** Claims of expenses that nobody applied for before. */
export const claimStories = (anchor: Date): readonly Story[] => claimPlans(anchor).map(claimStory)

/** The story of one claim: its invoices, the accountant's opinion, its end. */
export function claimStory(plan: ClaimPlan): Story {
  const { applicant, filedAt, fate, passes, waitsAt, moves, oddity } = plan
  return {
    type: 'expenseReimbursement',
    by: applicant.userName,
    at: filedAt,
    ends: fate,
    ...(oddity && { confirms: confirmed[oddity] }),
    ...(moves && { moves }),
    ...(fate === 'running' ? { waitsAt } : { passes }),
    value: async (_, files) => formValue(plan, await invoicesOf(plan, files)),
    say: { accountantReview: reviewed(plan) },
    because: ends[fate],
  }
}

const ends: Readonly<Record<string, string>> = { refused: '费用与业务无关，请走其他渠道', revoked: '金额填写有误，撤回重填',
  voided: '重复报销，作废' }

async function invoicesOf(plan: ClaimPlan, files: Files): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const [index, item] of plan.items.entries()) {
    if (item.invoiceType === '1')
      found.set(index, await files(`发票${invoiceNoOf(item)}.pdf`, invoiceOf(plan, item, index === 0 ? plan.oddity : undefined)))
  }
  return found
}

/** The invoice that proves an item, but for what is odd about it. */
function invoiceOf(plan: ClaimPlan, item: ClaimItem, oddity: Oddity | undefined): DemoInvoice {
  const amount = new Decimal(item.amount)
  const total = oddity === 'above' ? amount.times('0.8').toDecimalPlaces(2) : amount
  const net = total.div('1.06').toDecimalPlaces(2)
  return { number: invoiceNoOf(item), day: dayOf(item, plan), item: item.detail,
    buyer: oddity === 'foreign' ? { name: '无锡示范贸易有限公司', taxNo: '91320200MADEM0TRAD' } : buyerNamed(companyOf(plan)),
    net: net.toFixed(2), tax: total.minus(net).toFixed(2), total: total.toFixed(2) }
}

/** The codes of what an applicant confirms who files it all the same. */
const confirmed: Readonly<Record<Oddity, readonly string[]>> = { foreign: ['vouchers.differs.buyer'], above: ['vouchers.differs.amount'],
  late: [] }

/** The opinion of the accountant: the paper has come, and sometimes less is approved than was asked for. */
const reviewed = ({ cut }: ClaimPlan): NodeAnswer =>
  cut > 0
    ? { comment: '发票金额与明细不符，按发票核减', fill: (value) => ({ paperReceived: true, items: cutFirst(value, cut) }) }
    : { fill: () => ({ paperReceived: true }) }

function cutFirst(value: FormValue, cut: number): readonly FormValue[] {
  const [first, ...rest] = value['items'] as readonly FormValue[]
  return [{ ...first, approvedAmount: new Decimal(String(first!['amount'])).times(1 - cut).toDecimalPlaces(
    wholeUnits.includes(String(value['currencyType'])) ? 0 : 2,
  ).toFixed(2) }, ...rest]
}

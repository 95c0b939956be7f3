import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { wholeUnits } from '../masters/finance.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'
import type { Files } from '../stories/uploads.ts'
import { formValue } from './form-value.ts'
import { type ClaimPlan, claimPlans } from './plan.ts'

/** Claims of expenses that nobody applied for before. */
export const claimStories = (anchor: Date): readonly Story[] => claimPlans(anchor).map(claimStory)

/** The story of one claim: its invoices, the accountant's opinion, its end. */
export function claimStory(plan: ClaimPlan): Story {
  const { applicant, filedAt, fate, passes, waitsAt, moves } = plan
  return {
    type: 'expenseReimbursement',
    by: applicant.userName,
    at: filedAt,
    ends: fate,
    ...(moves && { moves }),
    ...(fate === 'running' ? { waitsAt } : { passes }),
    value: async (_, files) => formValue(plan, await invoicesOf(plan, files)),
    say: { accountantReview: reviewed(plan) },
    because: ends[fate],
  }
}

const ends: Readonly<Record<string, string>> = { refused: '费用与业务无关，请走其他渠道', revoked: '金额填写有误，撤回重填',
  voided: '重复报销，作废' }

async function invoicesOf({ items }: ClaimPlan, files: Files): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const [index, { invoiceType, invoiceNo }] of items.entries()) {
    if (invoiceType === '1') found.set(index, await files(`发票${invoiceNo}.pdf`))
  }
  return found
}

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

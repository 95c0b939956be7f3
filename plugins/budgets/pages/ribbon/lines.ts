import { memoize } from '#kernel/memoize.ts'
import type { Decimal } from 'decimal.js'
import { bearersOf, budgetAmounts } from '#kernel/evaluate/budget-amount.ts'
import type { Form } from '#kernel/form.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A budget that a document draws on, as the check is asked for it; RMB. */
export interface RequestedLine {
  readonly departmentId: string
  readonly expenseCategoryId: string
  readonly month: string
  readonly amountRmb: string
}

/** A form that draws on no budget itself, as if it drew on the one that it shows. */
const drawnForm: (form: Form) => Form = memoize((form) => {
  if (form.budget || !form.budgetShown) return form
  const { switch: _, ...budget } = form.budgetShown
  return { ...form, budget: { class: 'spending', ...budget } }
})

/** Returns whether a budget is to be seen on a form now. */
const isDrawn = ({ budget, budgetShown }: Pick<Form, 'budget' | 'budgetShown'>, value: FormValue): boolean =>
  budget !== undefined || (budgetShown !== undefined && (budgetShown.switch === undefined || value[budgetShown.switch] === true))

/** The amounts that a form requests of each budget now, the most first; nothing while its month is not known. */
export function requestedLines(declared: Form, value: FormValue): readonly RequestedLine[] {
  if (!isDrawn(declared, value)) return []
  const form = drawnForm(declared)
  const month = form.budget && value[form.budget.month]
  if (typeof month !== 'string' || month === '') return []
  const sums = new Map<string, Request>()
  for (const requested of requestsBy(form, value)) {
    const key = `${requested.departmentId}\n${requested.expenseCategoryId}`
    sums.set(key, { ...requested, amount: requested.amount.plus(sums.get(key)?.amount ?? 0) })
  }
  return [...sums.values()].sort((one, other) => other.amount.comparedTo(one.amount)).map(({ amount, ...line }) => ({ ...line,
    month: month.slice(0, 7), amountRmb: moneyText(amount) })
  )
}

interface Request extends Pick<RequestedLine, 'departmentId' | 'expenseCategoryId'> {
  readonly amount: Decimal
}

/** The request of each row, or of the header: those that have a department, a category and an amount. */
function requestsBy(form: Form, value: FormValue): readonly Request[] {
  const { department = '', category = '', offBudget = '' } = form.budget ?? {}
  const amountOf = budgetAmounts(form, value, new Date())
  return bearersOf(form, value).flatMap((bearer): Request[] => {
    const own = { ...value, ...bearer.value }
    const [departmentId, expenseCategoryId] = [own[department], own[category]]
    if (typeof departmentId !== 'string' || typeof expenseCategoryId !== 'string' || own[offBudget] === '1') return []
    const amount = amountOf(bearer)
    return amount.gt(0) ? [{ departmentId, expenseCategoryId, amount }] : []
  })
}

import { memoize } from '#kernel/memoize.ts'
import { Decimal } from 'decimal.js'
import { type Bearer, bearersOf, budgetAmounts } from '#kernel/evaluate/budget-amount.ts'
import type { Form } from '#kernel/form.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A budget that a document draws on, as the check is asked for it; RMB. */
export interface RequestedLine {
  readonly departmentId: string
  readonly expenseCategoryId: string
  readonly month: string
  readonly amountRmb: string
  /** The parts of the amount that belong to rows with applications, whose occupation covers them first. */
  readonly draws?: readonly Draw[]
}

/** The amount of a row, and its applications: by id, or by the number that the row holds. */
interface Draw {
  readonly amountRmb: string
  readonly applications?: readonly string[]
  readonly numbers?: readonly string[]
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
  return summedByBudget(requestsBy(form, value)).sort((one, other) => other.amount.comparedTo(one.amount)).map((
    { amount, draws, ...line },
  ) => ({ ...line, month: month.slice(0, 7), amountRmb: moneyText(amount), ...(draws.length > 0 && { draws }) }))
}

/** One request for each department and category. */
function summedByBudget(requests: readonly Request[]): Request[] {
  const sums = new Map<string, Request>()
  for (const request of requests) {
    const key = `${request.departmentId}\n${request.expenseCategoryId}`
    const { amount = new Decimal(0), draws = [] } = sums.get(key) ?? {}
    sums.set(key, { ...request, amount: request.amount.plus(amount), draws: [...draws, ...request.draws] })
  }
  return [...sums.values()]
}

interface Request extends Pick<RequestedLine, 'departmentId' | 'expenseCategoryId'> {
  readonly amount: Decimal
  readonly draws: readonly Draw[]
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
    return amount.gt(0) ? [{ departmentId, expenseCategoryId, amount, draws: drawOf(form, value, bearer, amount) }] : []
  })
}

/** The applications that a row names itself, those that the whole document claims, and those whose number the row holds. */
function drawOf(form: Form, value: FormValue, bearer: Bearer, amount: Decimal): readonly Draw[] {
  const columns = bearer.place ? form.fields[bearer.place.table]?.columns ?? {} : {}
  const ofRow = Object.entries(columns).flatMap(([key, { claim }]) => (claim ? idsIn(bearer.value[key]) : []))
  const headers = Object.entries(form.fields).filter(([key, { claim }]) => claim !== undefined && idsIn(value[key]).length > 0)
  const whole = headers.flatMap(([key, { claims }]) => (claims?.rows === undefined ? idsIn(value[key]) : []))
  const numbers = headers.flatMap(([, { claims }]) =>
    claims?.by !== undefined && claims.rows === bearer.place?.table ? idsIn(bearer.value[claims.by]) : []
  )
  const applications = [...new Set([...ofRow, ...whole])]
  if (applications.length + numbers.length === 0) return []
  return [{ amountRmb: moneyText(amount), ...(applications.length > 0 && { applications }),
    ...(numbers.length > 0 && { numbers: [...new Set(numbers)] }) }]
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

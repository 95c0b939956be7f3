import { memoize } from '#kernel/memoize.ts'
import { Decimal } from 'decimal.js'
import { nowOf, todayOf } from '../values/dates.ts'
import { budgetTables, type Form } from '../form.ts'
import { decimalOf, roundMoney, sumMoney } from '../values/money.ts'
import type { FormValue } from '../values/value.ts'
import { rowNames } from './plan/context-names.ts'
import { type Formula, formula } from './plan/formula.ts'
import { cellPath } from './path.ts'
import { readNames } from './plan/plan.ts'
import { rowIdOf, rowsAt } from './rows.ts'
import { FormScope, type RowPosition } from './plan/scope.ts'

/** A unit that a budget is charged for: a row, or the header of a form without rows. */
export interface Bearer {
  /** Id of the row; `header` where the form has no rows. */
  readonly row: string
  readonly value: FormValue
  readonly place: RowPosition | undefined
  /** Path in the form of a field of this bearer, e.g. the bearing department. */
  path(field: string): string
}

/** The rows that the budget of a form charges, or its header. */
export function bearersOf(form: Form, value: FormValue): Bearer[] {
  const tables = form.budget ? budgetTables(form.budget) : []
  if (tables.length === 0) return [{ row: 'header', value, place: undefined, path: (field) => field }]
  return tables.flatMap((table) =>
    rowsAt(value, table).map((row, index) => ({
      row: rowIdOf(row) ?? String(index),
      value: row,
      place: { table, index },
      path: (field: string) => (form.fields[table]?.columns?.[field] ? cellPath(table, index, field) : field),
    }))
  )
}

/** Returns the cost of each bearer: RMB, rounded half-up to the cent; 0 while it cannot be computed (no rate, no amount). */
export function budgetAmounts(form: Form, value: FormValue, at: Date): (bearer: Bearer) => Decimal {
  const scope = scopeOf(form, value, at)
  const { amount } = computationOf(form)
  return ({ place }) => {
    const result = scope.evaluate(amount, place)
    return roundMoney((result instanceof Decimal ? decimalOf(result) : null) ?? new Decimal(0))
  }
}

/**
 * The latest scope per array of rows, or per value without rows. Several steps of one action ask with values that do not differ in any
 * name the amount depends on, and share the scope.
 */
const scopes = new WeakMap<object, { readonly form: Form; readonly at: number; readonly read: FormValue; readonly scope: FormScope }>()

function scopeOf(form: Form, value: FormValue, at: Date): FormScope {
  const { names } = computationOf(form)
  const rows = form.budget && budgetTables(form.budget).map((table) => value[table]).find(Array.isArray)
  const known = scopes.get(rows ?? value)
  if (known?.form === form && known.at === at.getTime() && reads(known.read, value, names)) return known.scope
  const scope = new FormScope(form, value, { facts: { today: todayOf(at), now: nowOf(at), reference: () => undefined }, names })
  scopes.set(rows ?? value, { form, at: at.getTime(), read: value, scope })
  return scope
}

/** Returns whether two values are equal under these names; without names, whether they are the same object. */
function reads(one: FormValue, other: FormValue, names: ReadonlySet<string> | undefined): boolean {
  return one === other || (names !== undefined && [...names].every((name) => one[name] === other[name]))
}

/** The cost of the whole document in RMB: the sum over its bearers, those outside the budget included. */
export function totalBudgetAmount(form: Form, value: FormValue, at: Date): Decimal {
  return sumMoney(bearersOf(form, value).map(budgetAmounts(form, value, at)))
}

/** The compiled amount of a bearer, and the names that it reads; undefined where it reads the form as a whole. */
interface Computation {
  readonly amount: Formula
  readonly names: ReadonlySet<string> | undefined
}

const computationOf: (form: Form) => Computation = memoize((form) => {
  const amount = formula(form.budget?.amount ?? '0', namesIn(form))
  const names = readNames(form, [amount])
  return { amount, names: names && new Set([...names, ...(form.budget ? budgetTables(form.budget) : [])]) }
})

function namesIn({ fields, budget }: Form): string[] {
  const tables = budget ? budgetTables(budget) : []
  const columns = tables.flatMap((table) => Object.keys(fields[table]?.columns ?? {}))
  return [...Object.keys(fields), ...(tables.length > 0 ? rowNames : []), ...columns]
}

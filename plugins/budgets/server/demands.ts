import { Decimal } from 'decimal.js'
import type { Directory } from '../../../src/approval/directory.ts'
import { nowOf, todayOf } from '../../../src/kernel/dates.ts'
import { rowNames } from '../../../src/kernel/evaluate/context-names.ts'
import { type Formula, formula } from '../../../src/kernel/evaluate/formula.ts'
import { cellPath } from '../../../src/kernel/evaluate/path.ts'
import { rowIdOf, rowsAt } from '../../../src/kernel/evaluate/rows.ts'
import { FormScope, type Place } from '../../../src/kernel/evaluate/scope.ts'
import { type BudgetEffect, budgetTables, type Form } from '../../../src/kernel/form.ts'
import { decimalOf, roundMoney } from '../../../src/kernel/money.ts'
import type { FormValue } from '../../../src/kernel/value.ts'
import { budgetDepartment } from './budget-department.ts'
import { monthOf } from './key.ts'
import type { Demand } from './reconcile.ts'

/** A document and the organisation that it is filed in. */
export interface Asking {
  readonly form: Form
  readonly value: FormValue
  readonly at: Date
  readonly directory: Pick<Directory, 'department'>
}

/** The part of a document that bears one amount: a row, or the header of a form without rows. */
export interface Bearer {
  /** `header` where the form has no rows. */
  readonly row: string
  readonly value: FormValue
  readonly place: Place | undefined
  /** Where the bearing department, or another field of the bearer, stands in the form. */
  path(field: string): string
}

/** What a document asks of the budgets now: the rows in the budget that have a department with a budget, a category and an amount. */
export function demandsOf(asking: Asking): Demand[] {
  const { form, value, at } = asking
  const effect = form.budget
  const month = effect && monthOf(value[effect.month])
  if (!effect || !month) return []
  const scope = new FormScope(form, value, { facts: { today: todayOf(at), now: nowOf(at), reference: () => undefined } })
  return bearersOf(form, value).flatMap((bearer): Demand[] => {
    const place = placeOf({ ...value, ...bearer.value }, effect, asking.directory)
    const amount = place && roundMoney(amountOf(scope, form, bearer))
    return amount?.gt(0) ? [{ ...place!, ...month, row: bearer.row, amount }] : []
  })
}

/** The rows that the budget of a form concerns, or its header. */
export function bearersOf(form: Form, value: FormValue): Bearer[] {
  const tables = form.budget ? budgetTables(form.budget) : []
  if (tables.length === 0) return [{ row: 'header', value, place: undefined, path: (field) => field }]
  return tables.flatMap((table) => rowsAt(value, table).map((row, index) => ({
    row: rowIdOf(row) ?? String(index), value: row, place: { table, index },
    path: (field: string) => (form.fields[table]?.columns?.[field] ? cellPath(table, index, field) : field),
  })))
}

function placeOf(value: FormValue, effect: BudgetEffect, directory: Asking['directory']) {
  const department = value[effect.department]
  const category = value[effect.category]
  if (typeof department !== 'string' || typeof category !== 'string' || category === '') return undefined
  if (effect.offBudget !== undefined && value[effect.offBudget] === '1') return undefined
  const bearing = budgetDepartment(directory, department)
  return bearing && { department: bearing.id, category }
}

const formulas = new WeakMap<Form, Formula>()

/** RMB. What cannot be computed yet (no rate, no amount) is nothing. */
function amountOf(scope: FormScope, form: Form, { place }: Bearer): Decimal {
  let amount = formulas.get(form)
  if (!amount) formulas.set(form, (amount = formula(form.budget?.amount ?? '0', namesIn(form))))
  const result = scope.evaluate(amount, place)
  return (result instanceof Decimal ? decimalOf(result) : null) ?? new Decimal(0)
}

function namesIn({ fields, budget }: Form): string[] {
  const tables = budget ? budgetTables(budget) : []
  const columns = tables.flatMap((table) => Object.keys(fields[table]?.columns ?? {}))
  return [...Object.keys(fields), ...(tables.length > 0 ? rowNames : []), ...columns]
}

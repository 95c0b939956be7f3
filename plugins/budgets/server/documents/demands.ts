import { budgetDepartment, type Directory } from '#approval/directory.ts'
import { bearersOf, budgetAmounts } from '#kernel/evaluate/budget-amount.ts'
import type { BudgetEffect, Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { monthOf } from '../ledger/key.ts'
import type { Demand } from '../ledger/reconcile.ts'

/** Document with the organisation in which it is filed. */
export interface DemandContext {
  readonly form: Form
  readonly value: FormValue
  readonly at: Date
  readonly directory: Pick<Directory, 'department'>
}

/** Current budget demands of a document: its on-budget rows with a budget department, a category and an amount. */
export function demandsOf(context: DemandContext): Demand[] {
  const { form, value, at } = context
  const effect = form.budget
  const month = effect && monthOf(value[effect.month])
  if (!effect || !month) return []
  const amountOf = budgetAmounts(form, value, at)
  return bearersOf(form, value).flatMap((bearer): Demand[] => {
    const place = placeOf((field) => (field in bearer.value ? bearer : context).value[field], effect, context.directory)
    const amount = place && amountOf(bearer)
    return amount?.gt(0) ? [{ ...place!, ...month, row: bearer.row, amount }] : []
  })
}

function placeOf(valueOf: (field: string) => unknown, effect: BudgetEffect, directory: DemandContext['directory']) {
  const department = valueOf(effect.department)
  const category = valueOf(effect.category)
  if (typeof department !== 'string' || typeof category !== 'string' || category === '') return undefined
  if (effect.offBudget !== undefined && valueOf(effect.offBudget) === '1') return undefined
  const bearing = budgetDepartment(directory, department)
  return bearing && { department: bearing.id, category }
}

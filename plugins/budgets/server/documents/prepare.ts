import { budgetDepartment } from '#approval/directory.ts'
import { Decimal } from 'decimal.js'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { type Demand, type PostedBalance } from '../ledger/reconcile.ts'
import { linkedApplications, newDemands, postedOf } from './applications.ts'
import { firstDay, keyText, monthAt, monthOf } from '../ledger/key.ts'
import { measureDemands, overBudgetRow, requestedByKey, rowIdOf } from './over-budget.ts'

/** Sets the budget month, the bearing department and the over-budget fields of a document. */
export async function prepareBudget(step: DocumentStep): Promise<FormValue> {
  const set = { ...monthField(step), ...departmentField(step) }
  return { ...set, ...(await overBudgetFields({ ...step, value: { ...step.value, ...set } })) }
}

/** Returns whether the step files the document rather than passing it on. */
export const isFiling = ({ filing, before }: DocumentStep): boolean => filing ?? before === undefined

/**
 * Returns whether a document demands more of a budget than it already holds. The excess is only measured again in that case, so that a
 * document does not become over budget because of later documents.
 */
export function asksMore(demands: readonly Demand[], posted: readonly PostedBalance[]): boolean {
  const held = new Map<string, PostedBalance['occupied']>()
  for (const line of posted.filter(({ source }) => source === undefined))
    held.set(keyText(line), line.occupied.plus(line.spent).plus(held.get(keyText(line)) ?? 0))
  return [...requestedByKey(demands)].some(([key, amount]) => amount.gt(held.get(key) ?? 0))
}

/** Claims belong to the month of filing, applications to the month of their event. */
function monthField({ form, value, at, ...step }: DocumentStep): FormValue {
  const field = form.budget?.month
  if (field === undefined) return {}
  const today = monthAt(at)
  const filing = isFiling({ form, value, at, ...step })
  const chosen = monthOf(value[field])
  const month = filing && form.budget?.class === 'spending' ? today : (chosen ?? today)
  return { [field]: firstDay(month) }
}

function departmentField({ form, value, directory }: DocumentStep): FormValue {
  const bearing = value[form.budget?.department ?? '']
  if (form.fields['budgetDept'] === undefined) return {}
  return { budgetDept: typeof bearing === 'string' ? (budgetDepartment(directory, bearing)?.id ?? null) : null }
}

async function overBudgetFields(step: DocumentStep): Promise<FormValue> {
  const { form, directory, before } = step
  const posted = await postedOf(step)
  const demands = newDemands((await linkedApplications(step, posted)).demands)
  if (!isFiling(step) && !asksMore(demands, posted)) {
    return excessFields(form, wasOverBudget(form, before) ? await lessened(step, demands) : unplannedBefore(step, demands))
  }
  const measured = await measureDemands(step, demands)
  const exceeded = measured.filter((line) => line.exceeded.gt(0) || line.refused)
  // only exceeded budgets if there are any: the flow asks the heads of exactly these departments
  const listed = exceeded.length > 0 ? exceeded : measured.filter(({ band, requested }) => band === 'none' && requested.gt(0))
  return excessFields(form, listed.map((line) => overBudgetRow(line, directory)))
}

/** Values of the form's over-budget fields, by role; a form may have either, both or none. */
function excessFields({ fields }: Form, rows: readonly OverBudgetRow[]): FormValue {
  const [isOver, table] = [keyAs(fields, 'overBudget'), keyAs(fields, 'overBudgetRows')]
  return { ...(isOver !== undefined && { [isOver]: rows.some(({ warnLevel }) => warnLevel !== 'none') }),
    ...(table !== undefined && { [table]: rows }) }
}

const wasOverBudget = ({ fields }: Form, before: FormValue | undefined): boolean => before?.[keyAs(fields, 'overBudget') ?? ''] === true

type OverBudgetRow = ReturnType<typeof overBudgetRow>

const rowsBefore = ({ fields }: Form, before: FormValue | undefined): readonly OverBudgetRow[] =>
  (before?.[keyAs(fields, 'overBudgetRows') ?? ''] ?? []) as readonly OverBudgetRow[]

/** Rows of missing budgets from before that are still requested, if no budget is requested for more. */
function unplannedBefore({ form, before }: DocumentStep, demands: readonly Demand[]): readonly OverBudgetRow[] {
  const requested = requestedByKey(demands)
  const amounts = new Map(demands.map((demand) => [rowIdOf(demand), requested.get(keyText(demand))]))
  return rowsBefore(form, before).flatMap((row) => {
    const amount = row.warnLevel === 'none' && amounts.get(row.rowId)
    return amount ? [{ ...row, thisAmount: moneyText(amount) }] : []
  })
}

/** Rows still exceeded after a reduction; documents filed later do not count against this one. */
async function lessened(step: DocumentStep, demands: readonly Demand[]): Promise<readonly OverBudgetRow[]> {
  const { form, directory, before } = step
  const measured = new Map((await measureDemands(step, demands)).map((line) => [overBudgetRow(line, directory).rowId, line]))
  return rowsBefore(form, before).flatMap((row) => {
    const line = measured.get(row.rowId)
    if (!line || line.requested.isZero()) return []
    const less = new Decimal(row.thisAmount).minus(line.requested)
    if (less.isZero()) return [row]
    const left = Decimal.max(0, new Decimal(row.exceeded).minus(less))
    if (!line.refused && Decimal.min(left, line.exceeded).isZero()) return []
    return [
      line.exceeded.lt(left)
        ? overBudgetRow(line, directory)
        : { ...row, thisAmount: moneyText(line.requested), exceeded: moneyText(left) },
    ]
  })
}

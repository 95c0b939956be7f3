import { Decimal } from 'decimal.js'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { drawNumber } from '#server/documents/store/numbers.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { availableOf } from '#plugins/budgets/figures.ts'
import { changes } from './changes.ts'
import { type BudgetKey, keyText } from '../ledger/key.ts'
import { ledger } from '../ledger/ledger.ts'
import { budgetLines } from '../ledger/lines.ts'
import { demandSeen, years } from './years.ts'

export interface Adjustment {
  readonly from: BudgetKey
  readonly to: BudgetKey
  /** RMB above 0. */
  readonly amount: Decimal
  readonly reason: string
}

/** Number prefix of adjustments. */
const prefix = 'TZ'

/**
 * Transfers budget between months or lines: two offsetting entries with one number. The lines are locked before the available amount is
 * read, so concurrent adjustments cannot overdraw it.
 * @returns the number of the adjustment
 * @throws Refused for a closed year, a line without a plan, or more than is available
 */
export async function adjust(context: CommandContext, adjustment: Adjustment): Promise<{ number: string }> {
  await demandSeen(context, [adjustment.from.department, adjustment.to.department])
  return move(context.db, adjustment, { operator: context.caller.id, at: context.at })
}

interface ChangeAuthor {
  readonly operator: string
  readonly at: Date
}

/** Like {@link adjust} without a scope check, for authorised callers. */
export async function move(db: Db, { from, to, amount, reason }: Adjustment, { operator, at }: ChangeAuthor): Promise<{ number: string }> {
  await years(db).holdOpen(from.year)
  await ledger(db).lock([from, to])
  const lines = await budgetLines(db, [from, to])
  const ids = await planIds(db, from, to)
  const problems = [...noPlan('from', ids.from), ...noPlan('to', ids.to), ...exceeding(availableOf(lines[0]!.ofMonth), amount)]
  if (problems[0]) throw new Refused(problems[0].code, problems[0].parameters, problems)
  const number = await drawNumber(db, prefix, todayOf(at))
  const about = { kind: isOneLine(from, to) ? ('adjust' as const) : ('transfer' as const), amount, reason, number, operator, at }
  const out = await ledger(db).move({ ...about, key: from, direction: -1 })
  await ledger(db).move({ ...about, key: to, direction: 1, ref: out })
  await revise(db, { operator, at }, [...new Set([ids.from!, ids.to!])])
  const after = { number, from: shown(from), to: shown(to), amount: moneyText(amount) }
  await changes(db).write(
    [...new Set([ids.from!, ids.to!])].map((budget) => ({ year: from.year, action: 'adjust', budget, after, reason })),
    { operator, at },
  )
  return { number }
}

async function planIds(db: Db, from: BudgetKey, to: BudgetKey) {
  const rows = await db
    .selectFrom('annual_budget').select(['id', 'department_id', 'expense_category_id'])
    .where('budget_year', '=', from.year).where('del_flag', '=', 0).where('department_id', 'in', [from.department, to.department])
    .execute()
  const idOf = (key: BudgetKey) => rows.find((row) => row.department_id === key.department && row.expense_category_id === key.category)?.id
  return { from: idOf(from), to: idOf(to) }
}

/** Increments the versions of the plans, so that edits started before this adjustment are refused as stale. */
async function revise(db: Db, { operator, at }: ChangeAuthor, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('annual_budget')
    .set((eb) => ({ version: eb('version', '+', 1), source: 'adjust' as const, update_by: operator, update_time: at }))
    .where('id', 'in', [...ids])
    .execute()
}

const noPlan = (field: string, id: string | undefined): FieldProblem[] => (id === undefined ? [{ field, code: 'budgets.noLine' }] : [])

const exceeding = (available: Decimal, amount: Decimal): FieldProblem[] =>
  amount.gt(available) ? [{ field: 'amount', code: 'budgets.notAvailable', parameters: { available: moneyText(available) } }] : []

const isOneLine = (from: BudgetKey, to: BudgetKey): boolean => keyText({ ...from, month: 1 }) === keyText({ ...to, month: 1 })

const shown = ({ department, category, month }: BudgetKey) => ({ departmentId: department, expenseCategoryId: category, month })

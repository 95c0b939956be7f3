import { type FieldProblem, Forbidden, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { YearSetting } from '#plugins/budgets/budget-year.ts'
import '../tables.ts'
import { monthAt, monthNumber, monthOf } from '../ledger/key.ts'
import { budgetScope } from '../grid/row-scope.ts'

const defaults = { startMonth: 7, endMonth: 12, locked: false, varianceDueDays: 15, control: 'warn' } as const

/** Repository of the settings of budget years. */
export const years = (db: Db) => ({
  /** Settings of a year; defaults if it has none. */
  async of(year: number): Promise<YearSetting> {
    const row = await db.selectFrom('budget_year_setting').selectAll().where('year', '=', year).executeTakeFirst()
    return row ? settingOf(row) : { year, ...defaults }
  },

  /** Years with plans or settings, latest first. */
  async known(): Promise<number[]> {
    const rows = await db.selectFrom('budget_year_setting').select('year').union(
      db.selectFrom('annual_budget').select('budget_year as year').where('del_flag', '=', 0),
    ).execute()
    return rows.map(({ year }) => year).toSorted((left, right) => right - left)
  },

  /** Years that are closed for changes of plans. */
  async closed(): Promise<ReadonlySet<number>> {
    const rows = await db.selectFrom('budget_year_setting').select('year').where('locked', '=', true).execute()
    return new Set(rows.map(({ year }) => year))
  },

  /** Locks the settings of a year until the transaction ends, so that they cannot be changed concurrently. */
  async hold(year: number, strength: 'share' | 'update' = 'share'): Promise<YearSetting> {
    await db.insertInto('budget_year_setting').values({ year }).onConflict((conflict) => conflict.doNothing()).execute()
    const query = db.selectFrom('budget_year_setting').selectAll().where('year', '=', year)
    return settingOf(await (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirstOrThrow())
  },

  /** Like {@link hold}, for changes of plans. @throws Refused `budgets.locked` for a closed year */
  async holdOpen(year: number): Promise<YearSetting> {
    const setting = await years(db).hold(year)
    if (setting.locked) throw new Refused('budgets.locked', { year })
    return setting
  },

  async set({ year, startMonth, endMonth, locked, varianceDueDays, control }: YearSetting): Promise<void> {
    await db
      .updateTable('budget_year_setting')
      .set({ start_month: startMonth, end_month: endMonth, locked, variance_due_days: varianceDueDays, control })
      .where('year', '=', year)
      .execute()
  },
})

interface SettingRow {
  readonly year: number
  readonly start_month: number
  readonly end_month: number
  readonly locked: boolean
  readonly variance_due_days: number
  readonly control: 'warn' | 'block'
}

const settingOf = (
  { year, start_month: startMonth, end_month: endMonth, locked, variance_due_days: varianceDueDays, control }: SettingRow,
): YearSetting => ({
  year,
  startMonth,
  endMonth,
  locked,
  varianceDueDays,
  control,
})

/**
 * Holds a month open for a booking until the transaction ends. A month before the previous one is closed, and every
 * month of a locked year.
 * @param month yyyy-MM
 * @throws Refused `budgets.monthClosed` or `budgets.locked`
 */
export async function holdOpenMonth(db: Db, month: string, at: Date): Promise<void> {
  const parsed = monthOf(month)
  if (!parsed || monthNumber(parsed) < monthNumber(monthAt(at)) - 1) throw new Refused('budgets.monthClosed')
  await years(db).holdOpen(parsed.year)
}

/** Returns whether a department is within a scope. */
export const sees = (scope: DepartmentScope, department: string): boolean => scope === 'all' || scope.includes(department)

/** @throws Forbidden if a department is not visible to the caller */
export async function demandSeen({ db, host, caller }: CommandContext, departments: readonly string[]): Promise<DepartmentScope> {
  const scope = await budgetScope(host, db, caller)
  if (!departments.every((department) => department === '' || sees(scope, department))) throw new Forbidden('error.forbidden')
  return scope
}

/** The enabled ones among the categories. */
export async function enabledCategories(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('expense_category').select('id').where('id', 'in', ids.length > 0 ? [...ids] : ['']).where('state', '=',
    true).where('del_flag', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The departments that own budgets, among the given ones. */
export async function budgetOwners(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sys_group').select('id')
    .where('id', 'in', ids.length > 0 ? [...ids] : ['']).where('has_budget_dept', '=', true).where('enable', '=', true).where('del_flag',
      '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Prefixes the field of a problem with its row. */
export const inRow = (problem: FieldProblem,
  index: number | undefined): FieldProblem => (index === undefined ? problem : { ...problem, field: `rows.${index}.${problem.field}` })

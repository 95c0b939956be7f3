import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { type FieldProblem, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { DecimalText } from '#kernel/fields.ts'
import { newId } from '#server/identity/id.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import { type Plan, planProblems } from '#plugins/budgets/budget-year.ts'
import { changes, type PlanChangeEntry } from './changes.ts'
import { budgetOwners, demandSeen, enabledCategories, inRow, years } from './years.ts'
import { planMonths } from '../ledger/lines.ts'
import '../tables.ts'

interface NewBudget {
  readonly year: number
  /** A department that owns budgets. */
  readonly department: string
  readonly category: string
  /** January to December. */
  readonly months: readonly DecimalText[]
  readonly remark?: string | null
  readonly source?: 'manual' | 'import' | 'adjust'
  readonly by: string
  readonly at: Date
}

interface YearSetting {
  readonly year: number
  readonly startMonth?: number
  readonly endMonth?: number
  readonly locked?: boolean
  readonly varianceDueDays?: number
  readonly control?: 'warn' | 'block'
}

/** Repository of plans: monthly budgets of departments by category. */
export const budgets = (db: Db) => ({
  /** Inserts or updates the plan of a department and category for a year. @throws RangeError unless there are 12 months */
  async save({ year, department, category, months, remark = null, source = 'manual', by, at }: NewBudget): Promise<void> {
    const values = { ...monthColumns(months), remark, source, update_by: by, update_time: at }
    await db
      .insertInto('annual_budget')
      .values({ ...values, id: newId(), budget_year: year, department_id: department, expense_category_id: category, create_by: by,
        create_time: at })
      .onConflict((conflict) =>
        conflict.columns(['department_id', 'expense_category_id', 'budget_year']).where('del_flag', '=', sql.lit(0))
          .doUpdateSet((eb) => ({ ...values, version: eb('annual_budget.version', '+', 1) }))
      )
      .execute()
  },

  /** Reads the plans of a year. */
  async ofYear(
    year: number,
  ): Promise<
    readonly { readonly id: string; readonly department: string; readonly category: string; readonly months: readonly DecimalText[] }[]
  > {
    const { rows } = await sql<{ id: string; department: string; category: string; months: DecimalText[] }>`
      select plan.id, plan.department_id as department, plan.expense_category_id as category, (${planMonths})::text[] as months
      from annual_budget plan where plan.budget_year = ${year} and plan.del_flag = 0 order by plan.department_id, plan.expense_category_id`
      .execute(db)
    return rows
  },

  /** Sets settings of a year; omitted ones keep their value or the default. */
  async setYear({ year, startMonth, endMonth, locked, varianceDueDays, control }: YearSetting): Promise<void> {
    const values = { start_month: startMonth, end_month: endMonth, locked, variance_due_days: varianceDueDays, control }
    await db
      .insertInto('budget_year_setting')
      .values({ year, ...values })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet((eb) => ({ year: eb.ref('excluded.year'),
          ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) })
        )
      )
      .execute()
  },
})

const names = ['m01', 'm02', 'm03', 'm04', 'm05', 'm06', 'm07', 'm08', 'm09', 'm10', 'm11', 'm12'] as const

/** Twelve amounts by column name. @throws RangeError unless there are 12 */
function monthColumns(months: readonly DecimalText[]) {
  if (months.length !== names.length) throw new RangeError('A plan has 12 months')
  return Object.fromEntries(names.map((name, index) => [name, months[index]])) as Record<(typeof names)[number], DecimalText>
}

/**
 * Adds lines, all or none. @returns their ids
 * @param inRows prefixes the fields of problems with their row
 * @throws Refused per cell: a negative amount, a department without budgets, an existing line; `budgets.locked` for a closed year
 * @throws Forbidden for a department that the caller does not see
 */
export async function addPlans(context: CommandContext, plans: readonly Plan[], inRows = false): Promise<string[]> {
  const { db, caller, at } = context
  if (plans.length === 0) throw new Refused('budgets.noRow', {}, [{ field: 'rows', code: 'budgets.noRow' }])
  for (const year of distinct(plans.map(({ budgetYear }) => budgetYear))) await years(db).holdOpen(Number(year))
  await demandSeen(context, plans.map(({ departmentId }) => departmentId))
  refuse(await problemsOf(context, plans, inRows))
  const made: PlanChangeEntry[] = []
  // in a fixed order, to avoid deadlocks between concurrent insertions of the same lines
  for (const [index, plan] of [...plans.entries()].toSorted(([, left], [, right]) => (lineText(left) < lineText(right) ? -1 : 1))) {
    const id = await insertPlan(context, plan, 'manual')
    if (id === undefined) refuse([inRow({ field: 'expenseCategoryId', code: 'budgets.exists' }, inRows ? index : undefined)])
    else made.push({ year: plan.budgetYear, action: 'add', budget: id, after: contentOf(plan) })
  }
  await changes(db).write(made, { operator: caller.id, at })
  return made.flatMap(({ budget }) => budget ?? [])
}

/** A change of a plan; year, department and category are only verified. */
export type PlanChange = Pick<Plan, 'months' | 'remark'> & Partial<Plan> & { readonly id: string; readonly version: number }

/**
 * Changes a line's plan.
 * @throws StateMoved `error.recordChanged` if the version is stale
 * @throws Missing if the line does not exist or belongs to a department that the caller does not see
 */
export async function changePlan(context: CommandContext, change: PlanChange): Promise<void> {
  const { db, caller, at } = context
  const found = await db.selectFrom('annual_budget').select(['budget_year', 'department_id']).where('id', '=', change.id).where('del_flag',
    '=', 0).executeTakeFirst()
  if (!found) throw new Missing('error.missing')
  await demandSeen(context, [found.department_id])
  await years(db).holdOpen(found.budget_year)
  const { rows: [before] } = await sql<StoredPlan>`
    select id, version, budget_year as "budgetYear", department_id as "departmentId", expense_category_id as "expenseCategoryId", remark,
      (${planMonths})::text[] as months
    from annual_budget plan where id = ${change.id} and del_flag = 0 for update`.execute(db)
  if (!before) throw new Missing('error.missing')
  if (before.version !== change.version) throw new StateMoved(undefined, 'error.recordChanged')
  const after: Plan = { ...before, months: change.months, remark: change.remark }
  refuse([...keyProblems(before, change), ...planProblems(after)])
  refuse(await movedProblems(context, after))
  await db
    .updateTable('annual_budget')
    .set({ ...monthColumns(after.months), remark: after.remark, source: 'manual', update_by: caller.id, update_time: at,
      version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
  await changes(db).write([{ year: before.budgetYear, action: 'edit', budget: before.id, before: contentOf(before),
    after: contentOf(after) }], { operator: caller.id, at })
}

interface StoredPlan extends Plan {
  readonly id: string
  readonly version: number
}

async function problemsOf({ db }: CommandContext, plans: readonly Plan[], inRows: boolean): Promise<FieldProblem[]> {
  const owners = await budgetOwners(db, distinct(plans.map(({ departmentId }) => departmentId)))
  const categories = await enabledCategories(db, distinct(plans.map(({ expenseCategoryId }) => expenseCategoryId)))
  const seen = new Set<string>()
  return plans.flatMap((plan, index) => {
    const own = planProblems(plan)
    const hasProblem = (field: string) => own.some((problem) => problem.field === field)
    if (!hasProblem('departmentId') && !owners.has(plan.departmentId)) own.push({ field: 'departmentId', code: 'budgets.noBudget' })
    if (!hasProblem('expenseCategoryId') && !categories.has(plan.expenseCategoryId))
      own.push({ field: 'expenseCategoryId', code: 'budgets.categoryDisabled' })
    if (seen.has(lineText(plan))) own.push({ field: 'expenseCategoryId', code: 'budgets.exists' })
    seen.add(lineText(plan))
    return own.map((problem) => inRow(problem, inRows ? index : undefined))
  })
}

/** Refuses a plan below the amount that was already transferred away. */
async function movedProblems({ db }: CommandContext, plan: Plan): Promise<FieldProblem[]> {
  const { rows } = await sql<{ month: number; moved: string }>`
    select month, moved from budget_total
    where department_id = ${plan.departmentId} and expense_category_id = ${plan.expenseCategoryId}
      and year = ${plan.budgetYear} and moved <> 0`
    .execute(db)
  return rows
    .filter(({ month, moved }) => new Decimal(moved).plus(plan.months[month - 1] ?? 0).isNegative())
    .map(({ month, moved }) => ({ field: `months.${month - 1}`, code: 'budgets.belowMoved',
      parameters: { amount: moneyText(new Decimal(moved).negated()) } })
    )
}

const fixed = ['budgetYear', 'departmentId', 'expenseCategoryId'] as const

const keyProblems = (before: Plan, change: PlanChange): FieldProblem[] =>
  fixed.filter((field) => change[field] !== undefined && change[field] !== before[field]).map((field) => ({ field,
    code: 'budgets.keyFixed' })
  )

/** Inserts a line; undefined if it exists. Waits for concurrent insertions of the same line. */
export async function insertPlan({ db, caller, at }: Pick<CommandContext, 'db' | 'caller' | 'at'>,
  { budgetYear, departmentId, expenseCategoryId, months, remark }: Plan, source: 'manual' | 'import'): Promise<string | undefined> {
  const made = await db
    .insertInto('annual_budget')
    .values({
      id: newId(),
      budget_year: budgetYear,
      department_id: departmentId,
      expense_category_id: expenseCategoryId,
      ...monthColumns(months),
      remark,
      source,
      create_by: caller.id,
      update_by: caller.id,
      create_time: at,
      update_time: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['department_id', 'expense_category_id', 'budget_year']).where('del_flag', '=', sql.lit(0)).doNothing()
    )
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Contents of a plan for the change history. */
export const contentOf = ({ months, remark }: Plan) => ({ months: months.map((month) => moneyText(new Decimal(month))), remark })

const lineText = ({ budgetYear, departmentId, expenseCategoryId }: Plan): string =>
  JSON.stringify([budgetYear, departmentId, expenseCategoryId])

const distinct = (values: readonly (string | number)[]): string[] => [...new Set(values.map(String))]

function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first)
    throw new Refused(problems.length === 1 ? first.code : 'error.invalidInput', problems.length === 1 ? first.parameters : {}, problems)
}

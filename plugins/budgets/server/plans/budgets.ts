import { sql } from 'kysely'
import type { DecimalText } from '#kernel/fields.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { planMonths } from '../ledger/sums.ts'
import '../tables.ts'

export interface NewBudget {
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

export interface YearSetting {
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
export function monthColumns(months: readonly DecimalText[]) {
  if (months.length !== names.length) throw new RangeError('A plan has 12 months')
  return Object.fromEntries(names.map((name, index) => [name, months[index]])) as Record<(typeof names)[number], DecimalText>
}

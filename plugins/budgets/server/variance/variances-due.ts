import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { dueDay, isQuarterOver } from '#plugins/budgets/quarter.ts'
import { years } from '../plans/years.ts'
import { quarterTable, type VarianceQuery } from './variance.ts'

/** Reasons of a department and quarter that are missing, and since when they are late. */
interface VariancesDue {
  readonly departmentId: string
  readonly departmentName: string
  readonly quarter: number
  readonly count: number
  /** The last day for them, yyyy-MM-dd. */
  readonly dueDate: string
  readonly isLate: boolean
}

/** The departments that have to say why more was spent than planned, by quarter; those with most of them first. */
export async function variancesDue(db: Db, { at, ...query }: VarianceQuery & { readonly at: Date }): Promise<VariancesDue[]> {
  const today = todayOf(at)
  const over = [1, 2, 3, 4].filter((quarter) => isQuarterOver(query.year, quarter, today))
  if (over.length === 0) return []
  const { varianceDueDays } = await years(db).of(query.year)
  const { rows } = await sql<{ department: string; department_name: string; quarter: number; due: string }>`${quarterTable(query, over)}
    select department, department_name, quarter, count(*) as due from quarter_line where used > budget and reason is null
    group by 1, 2, 3 order by 4 desc, 2, 3`
    .execute(db)
  return rows.map(({ department, department_name, quarter, due }) => {
    const dueDate = dueDay(query.year, quarter, varianceDueDays)
    return { departmentId: department, departmentName: department_name, quarter, count: Number(due), dueDate, isLate: today > dueDate }
  })
}

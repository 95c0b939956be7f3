import type { Db } from '#server/database/tables.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { newId } from '#server/identity/id.ts'
import type { ChangeAction } from '../tables.ts'
import '../tables.ts'

/** A change of a plan or of a year's settings. */
export interface PlanChangeEntry {
  readonly year: number
  readonly action: ChangeAction
  /** Id of the line; null for a change of the year. */
  readonly budget: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string | null
}

interface ChangeAuthor {
  readonly operator: string
  readonly at: Date
  /** Batch id for changes written in several calls. */
  readonly batch?: string
}

/** Maximum number of rows per statement. */
const most = 500

/** Append-only change history of the plans. */
export const changes = (db: Db) => ({
  /** Appends changes; those of a batch form one version of their year. */
  async write(written: readonly PlanChangeEntry[], { operator, at, batch = newId() }: ChangeAuthor): Promise<void> {
    const rows = written.map(({ year, action, budget, before, after, reason = null }) => ({
      year,
      action,
      batch,
      budget_id: budget,
      before: jsonOf(before),
      after: jsonOf(after),
      reason,
      operator,
      happen_time: at,
    }))
    for (let first = 0; first < rows.length; first += most)
      await db.insertInto('budget_change').values(rows.slice(first, first + most)).execute()
  },

  /** The history of a line, newest first. */
  async ofLine(budget: string) {
    const rows = await db.selectFrom('budget_change').select(['id', 'action', 'before', 'after', 'reason', 'operator', 'happen_time'])
      .where('budget_id', '=', budget).orderBy('id', 'desc').limit(200).execute()
    return rows.map(({ happen_time: happenTime, ...row }) => ({ ...row, happenTime: nowOf(happenTime) }))
  },

  /** Number of versions of a year, and its latest change; undefined if it was never changed. */
  async latest(year: number) {
    const last = await db.selectFrom('budget_change').select(['action', 'reason', 'operator', 'happen_time']).where('year', '=', year)
      .orderBy('id', 'desc').limit(1)
      .executeTakeFirst()
    if (!last) return undefined
    const { version } = await db.selectFrom('budget_change').select((eb) => eb.fn.count<string>('batch').distinct().as('version')).where(
      'year',
      '=',
      year,
    )
      .executeTakeFirstOrThrow()
    return { version: Number(version), action: last.action, reason: last.reason, operator: last.operator,
      happenTime: nowOf(last.happen_time) }
  },
})

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

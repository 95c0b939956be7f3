import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'

/** Number of the person's latest documents that are read; older filings do not count as recent. */
const latest = 50

/** Time of the last filing by process type, yyyy-MM-dd HH:mm:ss, among a person's latest documents. */
export async function recentProcesses(db: Db, person: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('document').select(['type', 'started_at']).where('starter', '=', person).orderBy('started_at', 'desc')
    .limit(latest).execute()
  return new Map(rows.toReversed().map(({ type, started_at: at }) => [type, nowOf(at)]))
}

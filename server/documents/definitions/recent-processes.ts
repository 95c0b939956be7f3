import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'

/** The number of documents that are looked at: older ones are not what somebody does these days. */
const latest = 50

/** When a person last filed each process, yyyy-MM-dd HH:mm:ss, by its type; of their latest documents. */
export async function recentProcesses(db: Db, person: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('document').select(['type', 'started_at']).where('starter', '=', person).orderBy('started_at', 'desc')
    .limit(latest).execute()
  return new Map(rows.toReversed().map(({ type, started_at: at }) => [type, nowOf(at)]))
}

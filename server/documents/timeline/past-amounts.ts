import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { readable, type DocumentReader } from '../visibility/scope.ts'

/** Number of past months, and maximum number of documents, the latest first. */
const [months, most] = [12, 60]
/** Minimum number of cases for a comparison. */
const fewest = 6

interface PastAmountContext {
  readonly db: Db
  readonly reader: DocumentReader
  readonly at: Date
}

/** RMB amounts of other completed documents of the same type and department that the reader may see; empty below the minimum number. */
export async function pastAmounts({ db, reader, at }: PastAmountContext, document: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('document')
    .innerJoin('document as own',
      (join) => join.onRef('own.type', '=', 'document.type').onRef('own.department', '=', 'document.department'))
    .select('document.amount')
    .where('own.id', '=', document)
    .where('document.id', '<>', document)
    .where('document.state', '=', 'completed')
    .where('document.amount', '>', '0')
    .where('document.started_at', '>', sql<Date>`${at}::timestamptz - make_interval(months => ${months})`)
    .where(readable(reader))
    .orderBy('document.started_at', 'desc')
    .limit(most)
    .execute()
  const amounts = rows.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  return amounts.length < fewest ? [] : amounts
}

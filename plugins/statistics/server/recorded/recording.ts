import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { bills } from './bills.ts'
import type { Recorder } from './recorder.ts'
import '../tables.ts'

/** By the names that pages declare. */
const recorders: Readonly<Record<string, Recorder>> = { bills }

interface RecordedPage {
  readonly page: string
  readonly recorder: Recorder
}

/** Pages whose facts are made by a recorder. */
export const recordedPages = (pages: readonly StatisticsPage[]): readonly RecordedPage[] =>
  pages.flatMap(({ key, recorder: name }) => {
    const recorder = name === undefined ? undefined : recorders[name]
    return recorder ? [{ page: key, recorder }] : []
  })

const columns = sql.join(['document', 'line', 'day', 'department', 'person', 'dimensions', 'measures'].map((column) => sql.ref(column)))

/** A query for the facts that documents have gained (sign 1) and lost (-1), with `since` for new ones. */
const changesOf = ({ page, recorder }: RecordedPage, documents: readonly string[]): RawBuilder<unknown> =>
  sql`select sum(side)::integer as sign, ${columns}, max(since) as since from (
      select 1 as side, ${columns}, since from (${recorder.facts(documents)}) said
      union all
      (select -1, ${columns}, null from statistics_fact where document = any(${[
    ...documents,
  ]}::text[]) and page = ${page} group by ${columns} having sum(sign) > 0)
    ) both_sides group by ${columns} having sum(side) <> 0`

/**
 * Brings the recorded facts of documents in step with what happened to them. A fact of something that had none counts from the instant at
 * which it happened; what changes counts from the document's last action on.
 */
export async function recordFacts(tx: Db, pages: readonly RecordedPage[], documents: readonly string[]): Promise<void> {
  if (documents.length === 0) return
  // the facts of a document are compared and added by one at a time
  await sql`select pg_advisory_xact_lock(4201911)`.execute(tx)
  for (const recorded of pages) {
    await sql`insert into statistics_fact (page, sign, ${columns}, at)
      select ${recorded.page}, sign, ${columns},
        case when sign = 1 and not exists (select from statistics_fact known where known.document = change.document
          and known.page = ${recorded.page} and known.line = change.line)
          then since else (select updated_at from document where document.id = change.document) end
      from (${changesOf(recorded, documents)}) change`.execute(tx)
  }
}

/** The number of facts of each document that deviate; those of documents that wait to be recorded do not. */
export async function recordedDeviations(db: Db, pages: readonly RecordedPage[],
  documents: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const deviations = new Map<string, number>()
  for (const recorded of pages) {
    const { rows } = await sql<{ document: string; changes: string }>`select document, count(*) as changes from (${
      changesOf(recorded, documents)
    }) change
      where not exists (select from statistics_changed where statistics_changed.document = change.document) group by document`.execute(db)
    for (const { document, changes } of rows) deviations.set(document, (deviations.get(document) ?? 0) + Number(changes))
  }
  return deviations
}

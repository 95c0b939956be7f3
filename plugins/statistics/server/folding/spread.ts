import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

const columns = ['page', 'document', 'day', 'department', 'person', 'dimensions', 'sign', 'at'] as const

/**
 * Facts of documents that stand in several departments of a page, and are not noted as such: a query. The database notes each with the
 * statement that inserts it.
 */
const missingSpread = (page: string): RawBuilder<unknown> =>
  sql`from statistics_fact fact where page = ${page}
    and document in (select document from statistics_fact where page = ${page} group by document having min(department) <> max(department))
    and not exists (select from statistics_spread_fact spread where spread.fact = fact.id)`

/** Notes the facts of a page again that lack among those of documents of several departments. */
export async function noteSpread(db: Db, page: string): Promise<void> {
  await sql`insert into statistics_spread_fact (fact, ${sql.join(columns.map((column) => sql.ref(column)))})
    select id, ${sql.join(columns.map((column) => sql.ref(column)))} ${missingSpread(page)} on conflict do nothing`.execute(db)
}

/** The number of facts that lack. */
export async function countMissingSpread(db: Db, page: string): Promise<number> {
  const { rows: [missing] } = await sql<{ facts: string }>`select count(*) as facts ${missingSpread(page)}`.execute(db)
  return Number(missing?.facts ?? 0)
}

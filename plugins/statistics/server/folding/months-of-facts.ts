import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { differences, type FoldChange } from './differences.ts'
import type { Grouping } from './groupings.ts'
import '../tables.ts'

/** The condition of each month of which a page has facts or figures. */
export async function monthsOf(db: Db, { key }: StatisticsPage): Promise<readonly RawBuilder<unknown>[]> {
  const { rows: months } = await sql<{ month: string }>`
    select to_char(date_trunc('month', day), 'YYYY-MM-DD') as month from statistics_fact where page = ${key}
    union select to_char(date_trunc('month', day), 'YYYY-MM-DD') from statistics_fold where page = ${key}`.execute(db)
  return months.map(({ month }) => sql`day >= ${month}::date and day < ${month}::date + interval '1 month'`)
}

/** What the fold of a page is to have of some days, made from the facts that are not noted as unfolded: a query. Days are whole months. */
export const foldFromFacts = (page: StatisticsPage, groupings: readonly Grouping[], within: RawBuilder<unknown>): RawBuilder<FoldChange> =>
  sql`select * from (${
    differences({ page: page.key, groupings, documents: sql`select distinct document from statistics_fact where page = ${page.key} and ${within}`, facts: 'folded' })
  }) all_of where span <> 'year' and ${within}`

import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { differences, type FoldChange } from './differences.ts'
import type { Grouping } from './groupings.ts'

/** A query for the rows of a page's fold in some days, from the facts that are not noted as unfolded. Days are whole months. */
export const foldFromFacts = (page: StatisticsPage, groupings: readonly Grouping[], within: RawBuilder<unknown>): RawBuilder<FoldChange> =>
  sql`select * from (${
    differences({ page: page.key, groupings,
      documents: sql`select distinct document from statistics_fact where page = ${page.key} and ${within}`, facts: 'folded' })
  }) all_of where span <> 'year' and ${within}`

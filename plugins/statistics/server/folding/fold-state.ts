import { sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { FactFilter } from '../fact-filter.ts'
import { sourcesOf } from '../facts/counted-pages.ts'
import { foldingOf } from './groupings.ts'
import '../tables.ts'

/**
 * Returns how far the fold of a page can be read alone. A fact that is recorded after this was asked is left out of the answer, as one that
 * is recorded after the answer: facts beside the fold are read only where there were any.
 */
export async function foldStateOf(db: Db, page: StatisticsPage,
  before: Date): Promise<Pick<FactFilter, 'isFolded' | 'isWholeFolded' | 'hasLaterDays' | 'isIncomplete'>> {
  const { rows: [state] } = await sql<
    { groupings: string | null; sources: string | null; unfolded: boolean; unrecorded: boolean; later: boolean }
  >`
    select (select groupings from statistics_folding where page = ${page.key}) as groupings,
      exists (select from statistics_changed where at < ${before}) as unrecorded,
      (select sources from statistics_counted where page = ${page.key}) as sources,
      exists (select from statistics_unfolded where page = ${page.key} and at < ${before}) as unfolded,
      exists (select from statistics_fact where page = ${page.key} and day >= ${todayOf(before)}::date and at < ${before}) as later`
    .execute(db)
  return { isFolded: state?.groupings === foldingOf(page), isWholeFolded: state?.unfolded === false, hasLaterDays: state?.later !== false,
    isIncomplete: state?.sources !== sourcesOf(page) || (page.recorder !== undefined && state.unrecorded) }
}

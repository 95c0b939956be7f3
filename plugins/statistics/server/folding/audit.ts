import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import { yearsOf } from './differences.ts'
import { foldedPages } from './fold.ts'
import { foldingOf, groupingsOf } from './groupings.ts'
import { foldFromFacts, monthsOf } from './months-of-facts.ts'
import { countMissingSpread } from './spread.ts'
import '../tables.ts'

/** Facts of a page that are summed at once; those of more are summed month by month and grouping by grouping, within the time of a statement. */
const atOnce = 4000

/** Makes the fold anew from the facts, and names the months of pages in which it differs from what is stored; years are compared with their months. */
export const foldAudit = (pages: readonly StatisticsPage[]): DataAudit => ({
  name: 'statisticsFold',
  async run(db) {
    const mismatches: string[] = []
    let checked = 0
    const foldings = new Map((await db.selectFrom('statistics_folding').select(['page', 'groupings']).execute()).map(({ page, groupings }) => [page, groupings]))
    for (const page of foldedPages(pages).filter((each) => foldings.get(each.key) === foldingOf(each))) {
      const compare = async (stored: RawBuilder<unknown>, counted: RawBuilder<unknown>, of: (month: string) => string) => {
        const { rows } = await sql<{ month: string; figures: string; different: string }>`
          select to_char(day, 'YYYY-MM') as month, count(*) as figures, count(*) filter (where stored.figure is distinct from counted.figure) as different
          from (${stored}) stored full join (${counted}) counted using (grouped_by, keys, span, day, earlier, measure) group by 1 order by 1`.execute(db)
        for (const { month, figures, different } of rows) {
          checked += Number(figures)
          if (Number(different) > 0) mismatches.push(`the fold of ${page.key} deviates from ${of(month)} in ${different} figures`)
        }
      }
      const missing = await countMissingSpread(db, page.key)
      if (missing > 0) mismatches.push(`of documents of several departments, ${missing} facts of ${page.key} are not noted`)
      const isSmall = await hasFewFacts(db, page)
      for (const groupings of isSmall ? [groupingsOf(page)] : groupingsOf(page).map((grouping) => [grouping])) {
        const stored = sql`${foldOf(page)} and grouped_by = any(${groupings.map(({ name }) => name)}::text[])`
        for (const within of isSmall ? [sql`true`] : await monthsOf(db, page)) {
          await compare(sql`${stored} and span <> 'year' and ${within}`, foldFromFacts(page, groupings, within), (month) => `its facts of ${month}`)
        }
        await compare(sql`${stored} and span = 'year'`, yearsOf(sql`(${stored}) months`), () => 'its months')
      }
    }
    return { checked, mismatches }
  },
})

async function hasFewFacts(db: Db, { key }: StatisticsPage): Promise<boolean> {
  const { rows } = await sql`select from statistics_fact where page = ${key} offset ${atOnce} limit 1`.execute(db)
  return rows.length === 0
}

const foldOf = ({ key }: StatisticsPage) => sql`select grouped_by, keys, span, day, earlier, measure, figure from statistics_fold where page = ${key} and figure <> 0`

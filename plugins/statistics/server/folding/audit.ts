import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { DataAudit } from '#server/plugin.ts'
import { differences, yearsOf } from './differences.ts'
import { foldedPages } from './fold.ts'
import { foldingOf, groupingsOf } from './groupings.ts'
import { countMissingSpread } from './spread.ts'
import '../tables.ts'

/** Makes the fold anew from the facts, month by month, and names the months of pages in which it differs from what is stored; years are compared with their months. */
export const foldAudit = (pages: readonly StatisticsPage[]): DataAudit => ({
  name: 'statisticsFold',
  async run(db) {
    const mismatches: string[] = []
    let checked = 0
    const foldings = new Map((await db.selectFrom('statistics_folding').select(['page', 'groupings']).execute()).map(({ page, groupings }) => [page, groupings]))
    for (const page of foldedPages(pages).filter((each) => foldings.get(each.key) === foldingOf(each))) {
      const { rows: months } = await sql<{ month: string }>`
        select to_char(date_trunc('month', day), 'YYYY-MM-DD') as month from statistics_fact where page = ${page.key}
        union select to_char(date_trunc('month', day), 'YYYY-MM-DD') from statistics_fold where page = ${page.key}`.execute(db)
      const compare = async (stored: RawBuilder<unknown>, counted: RawBuilder<unknown>, of: string) => {
        const { rows } = await sql<{ figures: string; different: string }>`
          select count(*) as figures, count(*) filter (where stored.figure is distinct from counted.figure) as different
          from (${stored}) stored full join (${counted}) counted using (grouped_by, keys, span, day, earlier, measure)`.execute(db)
        checked += Number(rows[0]?.figures ?? 0)
        const different = Number(rows[0]?.different ?? 0)
        if (different > 0) mismatches.push(`the fold of ${page.key} deviates from ${of} in ${different} figures`)
      }
      for (const { month } of months) {
        const documents = sql`select distinct document from statistics_fact where page = ${page.key} and ${within(month)}`
        const counted = sql`select * from (${differences({ page: page.key, groupings: groupingsOf(page), documents, facts: 'folded' })}) all_of where ${within(month)}`
        await compare(sql`${foldOf(page)} and span <> 'year' and ${within(month)}`, sql`select * from (${counted}) short where span <> 'year'`, `its facts of ${month.slice(0, 7)}`)
      }
      const missing = await countMissingSpread(db, page.key)
      if (missing > 0) mismatches.push(`of documents of several departments, ${missing} facts of ${page.key} are not noted`)
      await compare(sql`${foldOf(page)} and span = 'year'`, yearsOf(sql`(${foldOf(page)}) months`), 'its months')
    }
    return { checked, mismatches }
  },
})

const foldOf = ({ key }: StatisticsPage) => sql`select grouped_by, keys, span, day, earlier, measure, figure from statistics_fold where page = ${key} and figure <> 0`

const within = (month: string) => sql`day >= ${month}::date and day < ${month}::date + interval '1 month'`

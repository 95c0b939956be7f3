import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import { yearsOf } from './differences.ts'
import { foldedPages, foldFromFacts, countMissingSpread, figuresIn, timesOf } from './fold.ts'
import { foldingOf, groupingsOf } from './groupings.ts'
import '../tables.ts'

/** Number of facts up to which a page is compared in one query; above, by month and grouping, to stay within the statement timeout. */
const summedAtOnce = 4000

/** Audit that recomputes the fold from the facts and reports deviating months per page; years are compared with their months. */
export const foldAudit = (pages: readonly StatisticsPage[], atOnce = summedAtOnce): DataAudit => ({
  name: 'statisticsFold',
  async run(db) {
    const mismatches: string[] = []
    let checked = 0
    const foldings = new Map(
      (await db.selectFrom('statistics_folding').select(['page', 'groupings']).execute()).map(({ page, groupings }) => [page, groupings]),
    )
    for (const page of foldedPages(pages).filter((each) => foldings.get(each.key) === foldingOf(each))) {
      const missing = await countMissingSpread(db, page.key)
      if (missing > 0) mismatches.push(`of documents of several departments, ${missing} facts of ${page.key} are not noted`)
      for (const { stored, counted, of } of await comparisonsOf(db, page, atOnce)) {
        const { rows } = await sql<{ month: string; figures: string; different: string }>`
          select to_char(day, 'YYYY-MM') as month, count(*) as figures,
            count(*) filter (where stored.figure is distinct from counted.figure) as different
          from (${stored}) stored full join (${counted}) counted using (grouped_by, keys, span, day, earlier, measure) group by 1
          order by 1`
          .execute(db)
        for (const { month, figures, different } of rows) {
          checked += Number(figures)
          if (Number(different) > 0) mismatches.push(`the fold of ${page.key} deviates from ${of(month)} in ${different} figures`)
        }
      }
    }
    return { checked, mismatches }
  },
})

interface FoldComparison {
  readonly stored: RawBuilder<unknown>
  readonly counted: RawBuilder<unknown>
  /** Describes what the stored figures were compared with, for the message of a mismatch. */
  readonly of: (month: string) => string
}

async function comparisonsOf(db: Db, page: StatisticsPage, atOnce: number): Promise<readonly FoldComparison[]> {
  const isSmall = await hasAtMost(db, page, atOnce)
  const months = isSmall ? [sql`true`] : await timesOf(db, page, 'month')
  const years = isSmall ? [sql`true`] : await yearParts(db, page)
  const together = isSmall ? [groupingsOf(page)] : groupingsOf(page).map((grouping) => [grouping])
  return [
    ...together.flatMap((groupings) =>
      months.map((within) => ({
        stored: sql`${foldOf(page)} and grouped_by = any(${groupings.map(({ name }) => name)}::text[]) and span <> 'year' and ${within}`,
        counted: foldFromFacts(page, groupings, within),
        of: (month: string) => `its facts of ${month}`,
      }))
    ),
    ...years.map((part) => ({ stored: sql`${foldOf(page)} and span = 'year' and ${part}`,
      counted: yearsOf(sql`(${foldOf(page)} and ${part}) months`), of: () => 'its months' })
    ),
  ]
}

async function hasAtMost(db: Db, { key }: StatisticsPage, facts: number): Promise<boolean> {
  const { rows } = await sql`select from statistics_fact where page = ${key} offset ${facts} limit 1`.execute(db)
  return rows.length === 0
}

/** The conditions of each figure in each year. */
async function yearParts(db: Db, page: StatisticsPage): Promise<readonly RawBuilder<unknown>[]> {
  const [figures, years] = [await figuresIn(db, page), await timesOf(db, page, 'year')]
  const measures = new Map(figures.map((figure) => [`${figure.grouped_by}/${figure.measure}`, figure]))
  return [...measures.values()].flatMap(({ grouped_by: grouping, measure }) =>
    years.map((within) => sql`grouped_by = ${grouping} and measure = ${measure} and ${within}`)
  )
}

const foldOf = ({ key }: StatisticsPage) =>
  sql`select grouped_by, keys, span, day, earlier, measure, figure from statistics_fold where page = ${key} and figure <> 0`

import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import '../tables.ts'

/** A measure of a grouping by days, months or years: rows of the fold that lie beside each other. */
interface StoredFigure {
  readonly grouped_by: string
  readonly measure: string
  readonly span: 'day' | 'month' | 'year'
}

/** The figures in the fold of a page, each found by the one before: the fold is not read. */
const figuresOf = ({ key }: StatisticsPage) =>
  sql<StoredFigure>`with recursive figure as (
      (select grouped_by, measure, span from statistics_fold where page = ${key} order by grouped_by, measure, span limit 1)
      union all
      select next.grouped_by, next.measure, next.span from figure cross join lateral (
        select grouped_by, measure, span from statistics_fold
        where page = ${key} and (grouped_by, measure, span) > (figure.grouped_by, figure.measure, figure.span)
        order by grouped_by, measure, span limit 1) next
    ) select grouped_by, measure, span from figure`

/** Reads the figures that are folded for a page. */
export async function figuresIn(db: Db, page: StatisticsPage): Promise<readonly StoredFigure[]> {
  return (await figuresOf(page).execute(db)).rows
}

/** The condition of the rows of a figure. */
export const isOf = ({ key }: StatisticsPage, { grouped_by: grouping, measure, span }: StoredFigure): RawBuilder<unknown> =>
  sql`page = ${key} and grouped_by = ${grouping} and measure = ${measure} and span = ${span}`

/** The condition of each month, or of each year, from the first day of which a page has facts or figures to the last. */
export async function timesOf(db: Db, page: StatisticsPage, length: 'month' | 'year'): Promise<readonly RawBuilder<unknown>[]> {
  const { rows } = await sql<{ begin: string }>`
    with days as (
      select min(day) as first, max(day) as last from statistics_fact where page = ${page.key}
      union all
      select min(first), max(last) from (${figuresOf(page)}) figure cross join lateral (
        select min(day) as first, max(day) as last from statistics_fold where page = ${page.key}
          and grouped_by = figure.grouped_by and measure = figure.measure and span = figure.span) stored
    ) select to_char(generate_series(date_trunc(${length}, min(first)), max(last), ${`1 ${length}`}::interval), 'YYYY-MM-DD') as begin
      from days`
    .execute(db)
  return rows.map(({ begin }) => sql`day >= ${begin}::date and day < ${begin}::date + ${`1 ${length}`}::interval`)
}

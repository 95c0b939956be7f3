import '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { transaction } from '#server/database/transaction.ts'
import { dataUpTo } from '../periods.ts'
import { foldingOf, groupingsOf, type Grouping } from './groupings.ts'
import { type FoldChange, yearsOf, differences } from './differences.ts'

/** The job’s name. */
export const foldName = 'statisticsFold'

/** Pages that are folded: those counted from facts, not from a register. */
export const foldedPages = <Page extends StatisticsPage>(pages: readonly Page[]): readonly Page[] =>
  pages.filter(({ register }) => register === undefined)

/** Job that adds facts up to yesterday to the fold; rebuilds the fold of a page if its groupings changed or a rebuild was requested. */
export const foldJob = (pages: readonly StatisticsPage[]): Job => ({
  name: foldName,
  every: minutes(5),
  async run({ host, db, signal }) {
    const { before } = dataUpTo(host)
    for (const page of foldedPages(pages)) {
      const folding = await db.selectFrom('statistics_folding').select(['groupings', 'is_due']).where('page', '=', page.key)
        .executeTakeFirst()
      if (folding?.groupings === foldingOf(page) && !folding.is_due) await foldDue(db, { page, before, signal })
      else await foldAnew(db, { page, before, signal })
    }
  },
})

/** Requests a rebuild of the fold of every page with the next run of the job. */
export async function askForFoldingAnew(db: Db): Promise<void> {
  await db.updateTable('statistics_folding').set({ is_due: true }).execute()
}

/** Returns whether a requested rebuild is pending. */
export async function waitsForFolding(db: Db): Promise<boolean> {
  return (await db.selectFrom('statistics_folding').select('page').where('is_due', '=', true).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Rebuilds the fold of a page from its facts: months first, a few groupings at a time, then years from months, in statements short enough
 * for the statement timeout. Runs in one transaction, so readers see the previous fold until it commits.
 */
async function foldAnew(db: Db, folding: FoldOptions): Promise<void> {
  const { page } = folding
  const groupings = foldingOf(page)
  await transaction(db, async (tx) => {
    await alone(tx)
    const [months, years] = [await timesOf(tx, page, 'month'), await timesOf(tx, page, 'year')]
    await emptyFold(tx, folding, years)
    await noteSpread(tx, page.key)
    // before folding any month: documents are counted with the last earlier day of their facts
    for (const within of months) await takeNotes(tx, folding, within)
    await foldMonths(tx, folding, months)
    await foldYears(tx, folding, years)
    await tx.insertInto('statistics_folding').values({ page: page.key, groupings, is_due: false })
      .onConflict((conflict) => conflict.column('page').doUpdateSet({ groupings, is_due: false })).execute()
  })
}

type Times = readonly RawBuilder<unknown>[]

async function emptyFold(tx: Db, { page, signal }: FoldOptions, years: Times): Promise<void> {
  for (const figure of await figuresIn(tx, page)) {
    for (const within of years) {
      signal.throwIfAborted()
      await sql`delete from statistics_fold where ${isOf(page, figure)} and ${within}`.execute(tx)
    }
  }
}

/** Removes the notes of unfolded facts, which includes them in the fold that follows; facts committed later keep their notes. */
async function takeNotes(tx: Db, { page, before, signal }: FoldOptions, within: RawBuilder<unknown>): Promise<void> {
  signal.throwIfAborted()
  await sql`delete from statistics_unfolded where page = ${page.key} and at < ${before} and ${within}`.execute(tx)
}

/** Folds each month, a few groupings at a time. */
async function foldMonths(tx: Db, { page, signal }: FoldOptions, months: Times): Promise<void> {
  const groupings = groupingsOf(page)
  const atPace = paced({ first: 4, fewest: 1, most: groupings.length }, signal)
  for (const within of months) {
    for (let left = groupings; left.length > 0;) {
      left = await atPace(async (size) => {
        await add(tx, page, foldFromFacts(page, left.slice(0, size), within))
        return left.slice(size)
      })
    }
  }
}

/** Folds the years from their months, one figure at a time. */
async function foldYears(tx: Db, { page, signal }: FoldOptions, years: Times): Promise<void> {
  for (const figure of await figuresIn(tx, page)) {
    for (const within of figure.span === 'month' ? years : []) {
      signal.throwIfAborted()
      await add(tx, page, yearsOf(sql`(select * from statistics_fold where ${isOf(page, figure)} and ${within}) months`))
    }
  }
}

const add = (tx: Db, { key }: StatisticsPage, figures: RawBuilder<FoldChange>) =>
  sql`insert into statistics_fold (page, grouped_by, keys, span, day, earlier, measure, figure)
    select ${key}, grouped_by, keys, span, day, earlier, measure, figure from (${figures}) figures`.execute(tx)

/** Query for the fold rows of a page in whole months, from the facts that are not noted as unfolded. */
export const foldFromFacts = (page: StatisticsPage, groupings: readonly Grouping[], within: RawBuilder<unknown>): RawBuilder<FoldChange> =>
  sql`select * from (${
    differences({ page: page.key, groupings,
      documents: sql`select distinct document from statistics_fact where page = ${page.key} and ${within}`, facts: 'folded' })
  }) all_of where span <> 'year' and ${within}`

const columns = ['page', 'document', 'day', 'department', 'person', 'dimensions', 'sign', 'at'] as const

/**
 * Query fragment for facts of documents in several departments that lack their spread-fact row. Normally a trigger inserts that row with
 * the fact.
 */
const missingSpread = (page: string): RawBuilder<unknown> =>
  sql`from statistics_fact fact where page = ${page}
    and document in (select document from statistics_fact where page = ${page} group by document having min(department) <> max(department))
    and not exists (select from statistics_spread_fact spread where spread.fact = fact.id)`

/** Inserts the missing spread-fact rows of a page. */
async function noteSpread(db: Db, page: string): Promise<void> {
  await sql`insert into statistics_spread_fact (fact, ${sql.join(columns.map((column) => sql.ref(column)))})
    select id, ${sql.join(columns.map((column) => sql.ref(column)))} ${missingSpread(page)} on conflict do nothing`.execute(db)
}

/** Number of missing spread-fact rows of a page. */
export async function countMissingSpread(db: Db, page: string): Promise<number> {
  const { rows: [missing] } = await sql<{ facts: string }>`select count(*) as facts ${missingSpread(page)}`.execute(db)
  return Number(missing?.facts ?? 0)
}

/** A measure of a grouping by day, month or year; its rows are adjacent in the fold's index. */
interface StoredFigure {
  readonly grouped_by: string
  readonly measure: string
  readonly span: 'day' | 'month' | 'year'
}

/** Distinct figures in the fold of a page by a recursive index skip scan, without reading all rows. */
const figuresOf = ({ key }: StatisticsPage) =>
  sql<StoredFigure>`with recursive figure as (
      (select grouped_by, measure, span from statistics_fold where page = ${key} order by grouped_by, measure, span limit 1)
      union all
      select next.grouped_by, next.measure, next.span from figure cross join lateral (
        select grouped_by, measure, span from statistics_fold
        where page = ${key} and (grouped_by, measure, span) > (figure.grouped_by, figure.measure, figure.span)
        order by grouped_by, measure, span limit 1) next
    ) select grouped_by, measure, span from figure`

/** Reads the distinct figures in the fold of a page. */
export async function figuresIn(db: Db, page: StatisticsPage): Promise<readonly StoredFigure[]> {
  return (await figuresOf(page).execute(db)).rows
}

/** The condition for the rows of a figure. */
const isOf = ({ key }: StatisticsPage, { grouped_by: grouping, measure, span }: StoredFigure): RawBuilder<unknown> =>
  sql`page = ${key} and grouped_by = ${grouping} and measure = ${measure} and span = ${span}`

/** A condition per month or year, from the first to the last day with facts or figures of the page. */
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

interface FoldOptions {
  readonly page: StatisticsPage
  readonly before: Date
  readonly signal: AbortSignal
}

/**
 * Number of facts whose documents form a batch: small enough for the statement timeout, and otherwise large, since facts close in time
 * update the same figures.
 */
const facts = { first: 500, fewest: 50, most: 4000 }

/** Folds the pending facts in batches, one transaction each. */
async function foldDue(db: Db, folding: FoldOptions): Promise<void> {
  const atPace = paced(facts, folding.signal)
  for (let isMore = true; isMore;) {
    isMore = await atPace((size) =>
      transaction(db, async (tx) => {
        await alone(tx)
        return foldBatch(tx, folding, size)
      })
    )
  }
}

/** Locks the fold against concurrent folding, not against readers and actions; as the only folder, raises the working memory. */
async function alone(tx: Db): Promise<void> {
  await sql`lock table statistics_fold in share row exclusive mode`.execute(tx)
  await sql`set local work_mem = '64MB'`.execute(tx)
}

/** Folds a batch in a single statement, so that removal and addition use the same snapshot. @returns whether there may be more */
async function foldBatch(tx: Db, { page, before }: FoldOptions, size: number): Promise<boolean> {
  const changes = differences({ page: page.key, groupings: groupingsOf(page), documents: sql`select document from batch`,
    facts: { unfoldedBefore: before } })
  const { rows } = await sql<{ documents: string }>`
    with batch as materialized (
      select distinct document from (select document from statistics_unfolded where page = ${page.key} and at < ${before}
        order by day limit ${size}) next
    ), taken as (
      delete from statistics_unfolded using batch where statistics_unfolded.document = batch.document
        and statistics_unfolded.page = ${page.key} and statistics_unfolded.at < ${before}
    ), added as (
      insert into statistics_fold as fold (page, grouped_by, keys, span, day, earlier, measure, figure)
      select ${page.key}, grouped_by, keys, span, day, earlier, measure, figure from (${changes}) changes
      on conflict (page, grouped_by, measure, span, day, keys, earlier) do update set figure = fold.figure + excluded.figure
    )
    select count(*) as documents from batch`.execute(tx)
  return Number(rows[0]?.documents ?? 0) > 0
}

/** Batch sizes: initial, minimum and maximum. */
interface Sizes {
  readonly first: number
  readonly fewest: number
  readonly most: number
}

/** Target duration of a batch, in ms. */
const batchTime = { least: 1000, most: 3000 }

/** Adapts the batch size to the load: halves it after slow batches, doubles it after fast ones. */
function paced({ first, fewest, most }: Sizes, signal: AbortSignal): <Result>(run: (size: number) => Promise<Result>) => Promise<Result> {
  let size = first
  return async (run) => {
    signal.throwIfAborted()
    const begun = performance.now()
    const result = await run(size)
    const took = performance.now() - begun
    if (took > batchTime.most) size = Math.max(fewest, Math.floor(size / 2))
    else if (took < batchTime.least) size = Math.min(most, size * 2)
    return result
  }
}

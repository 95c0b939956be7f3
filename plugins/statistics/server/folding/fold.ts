import { sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { dataUpTo } from '../data-date.ts'
import { differences } from './differences.ts'
import { foldingOf, groupingsOf } from './groupings.ts'
import { noteSpread } from './spread.ts'
import '../tables.ts'

/** The job’s name. */
export const foldName = 'statisticsFold'

/** Facts whose documents are folded at once: few enough for the time that a statement may take, and as many neighbours in time as that allows, which are added to the same figures. */
const batch = { first: 500, fewest: 50, most: 4000 }
/** A batch is to take so long, ms. */
const wanted = { least: 1000, most: 3000 }

/** Pages whose figures are facts of documents. */
export const foldedPages = (pages: readonly StatisticsPage[]): readonly StatisticsPage[] => pages.filter(({ register }) => register === undefined)

/** Adds facts up to yesterday to the fold that are not in it; makes the fold of a page anew that is declared differently, or where that was asked for. */
export const foldJob = (pages: readonly StatisticsPage[]): Job => ({
  name: foldName,
  every: minutes(5),
  async run({ host, db, signal }) {
    const { before } = dataUpTo(host)
    for (const page of foldedPages(pages)) {
      const folding = await db.selectFrom('statistics_folding').select(['groupings', 'is_due']).where('page', '=', page.key).executeTakeFirst()
      if (folding?.groupings === foldingOf(page) && !folding.is_due) await foldDue(db, { page, before, signal })
      else await foldAnew(db, { page, before, signal })
    }
  },
})

interface Folding {
  readonly page: StatisticsPage
  readonly before: Date
  readonly signal: AbortSignal
}

/** Each batch is a transaction that takes facts out of what is not folded and adds them to the fold. */
async function foldDue(db: Db, folding: Folding): Promise<void> {
  await inBatches(folding, (size) =>
    transaction(db, async (tx) => {
      await alone(tx)
      return foldBatch(tx, folding, size)
    }))
}

/** Folds batch after batch, each of a size that what the machine is busy with allows; `fold` answers whether there may be more. */
async function inBatches({ signal }: Folding, fold: (size: number) => Promise<boolean>): Promise<void> {
  let size = batch.first
  for (let more = true; more;) {
    signal.throwIfAborted()
    const begun = performance.now()
    more = await fold(size)
    const took = performance.now() - begun
    if (took > wanted.most) size = Math.max(batch.fewest, Math.floor(size / 2))
    else if (took < wanted.least) size = Math.min(batch.most, size * 2)
  }
}

/** One transaction: until it ends, everybody reads the fold of before. */
async function foldAnew(db: Db, folding: Folding): Promise<void> {
  const { key } = folding.page
  const groupings = foldingOf(folding.page)
  await transaction(db, async (tx) => {
    await alone(tx)
    await emptyFold(tx, folding)
    await noteUnfolded(tx, folding)
    await noteSpread(tx, key)
    await inBatches(folding, (size) => foldBatch(tx, folding, size))
    await tx.insertInto('statistics_folding').values({ page: key, groupings, is_due: false })
      .onConflict((conflict) => conflict.column('page').doUpdateSet({ groupings, is_due: false })).execute()
  })
}

/** Figure by figure: none of the statements takes longer than one may. */
async function emptyFold(tx: Db, { page, signal }: Folding): Promise<void> {
  const figures = await tx.selectFrom('statistics_fold').select(['grouped_by', 'measure', 'span']).distinct().where('page', '=', page.key).execute()
  for (const { grouped_by: grouping, measure, span } of figures) {
    signal.throwIfAborted()
    await tx.deleteFrom('statistics_fold').where('page', '=', page.key).where('grouped_by', '=', grouping).where('measure', '=', measure).where('span', '=', span).execute()
  }
}

/** Facts whose number is looked at in one statement. */
const slice = 200_000

async function noteUnfolded(tx: Db, { page, signal }: Folding): Promise<void> {
  const { last } = await tx.selectFrom('statistics_fact').select(({ fn }) => fn.max('id').as('last')).executeTakeFirstOrThrow()
  for (let from = 0; from < Number(last ?? 0); from += slice) {
    signal.throwIfAborted()
    await sql`insert into statistics_unfolded (page, document, fact, day, at) select page, document, id, day, at from statistics_fact
      where page = ${page.key} and id > ${from} and id <= ${from + slice} on conflict do nothing`.execute(tx)
  }
}

/** Locks the fold against other folding; readers and actions go on. */
const alone = (tx: Db) => sql`lock table statistics_fold in share row exclusive mode`.execute(tx)

/** Answers whether there may be more. One statement, so that what it takes out and what it adds are seen at one instant. */
async function foldBatch(tx: Db, { page, before }: Folding, size: number): Promise<boolean> {
  const changes = differences({ page: page.key, groupings: groupingsOf(page), documents: sql`select document from batch`, facts: { unfoldedBefore: before } })
  const { rows } = await sql<{ documents: string }>`
    with batch as materialized (
      select distinct document from (select document from statistics_unfolded where page = ${page.key} and at < ${before} order by day limit ${size}) next
    ), taken as (
      delete from statistics_unfolded using batch where statistics_unfolded.document = batch.document and statistics_unfolded.page = ${page.key} and statistics_unfolded.at < ${before}
    ), added as (
      insert into statistics_fold as fold (page, grouped_by, keys, span, day, earlier, measure, figure)
      select ${page.key}, grouped_by, keys, span, day, earlier, measure, figure from (${changes}) changes
      on conflict (page, grouped_by, measure, span, day, keys, earlier) do update set figure = fold.figure + excluded.figure
    )
    select count(*) as documents from batch`.execute(tx)
  return Number(rows[0]?.documents ?? 0) > 0
}

/** Has the fold of every page made anew with the next run of the job. */
export async function askForFoldingAnew(db: Db): Promise<void> {
  await db.updateTable('statistics_folding').set({ is_due: true }).execute()
}

/** Returns whether the fold of a page still has to be made anew. */
export async function waitsForFolding(db: Db): Promise<boolean> {
  return (await db.selectFrom('statistics_folding').select('page').where('is_due', '=', true).limit(1).executeTakeFirst()) !== undefined
}

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

/** Documents that are folded at once: few enough for the time that a statement may take, and as many neighbours in time as that allows, which are added to the same figures. */
const batch = 2000

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
  for (let more = true; more;) {
    folding.signal.throwIfAborted()
    more = await transaction(db, async (tx) => {
      await alone(tx)
      return foldBatch(tx, folding)
    })
  }
}

/** One transaction: until it ends, everybody reads the fold of before. */
async function foldAnew(db: Db, folding: Folding): Promise<void> {
  const { page: { key }, signal } = folding
  const groupings = foldingOf(folding.page)
  await transaction(db, async (tx) => {
    await alone(tx)
    await tx.deleteFrom('statistics_fold').where('page', '=', key).execute()
    await sql`insert into statistics_unfolded (page, document, fact, day, at) select page, document, id, day, at from statistics_fact where page = ${key} on conflict do nothing`
      .execute(tx)
    await noteSpread(tx, key)
    while (await foldBatch(tx, folding)) signal.throwIfAborted()
    await tx.insertInto('statistics_folding').values({ page: key, groupings, is_due: false })
      .onConflict((conflict) => conflict.column('page').doUpdateSet({ groupings, is_due: false })).execute()
  })
}

/** Locks the fold against other folding; readers and actions go on. */
const alone = (tx: Db) => sql`lock table statistics_fold in share row exclusive mode`.execute(tx)

/** Answers whether there may be more. One statement, so that what it takes out and what it adds are seen at one instant. */
async function foldBatch(tx: Db, { page, before }: Folding): Promise<boolean> {
  const changes = differences({ page: page.key, groupings: groupingsOf(page), documents: sql`select document from batch`, facts: { unfoldedBefore: before } })
  const { rows } = await sql<{ documents: string }>`
    with batch as materialized (
      select distinct document from (select document from statistics_unfolded where page = ${page.key} and at < ${before} order by day limit ${batch}) next
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

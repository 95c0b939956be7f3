import { sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { differences } from './differences.ts'
import { groupingsOf } from './groupings.ts'
import { paced } from './pace.ts'
import '../tables.ts'

export interface FoldOptions {
  readonly page: StatisticsPage
  readonly before: Date
  readonly signal: AbortSignal
}

/**
 * Facts whose documents are folded at once: few enough for the time that a statement may take, and as many neighbours in time as that
 * allows, which are added to the same figures.
 */
const facts = { first: 500, fewest: 50, most: 4000 }

/** Each batch is a transaction that takes facts out of what is not folded and adds them to the fold. */
export async function foldDue(db: Db, folding: FoldOptions): Promise<void> {
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

/** Locks the fold against other folding; readers and actions go on. It is the only one, so that its sums may be made in more memory. */
export async function alone(tx: Db): Promise<void> {
  await sql`lock table statistics_fold in share row exclusive mode`.execute(tx)
  await sql`set local work_mem = '64MB'`.execute(tx)
}

/** Returns whether there may be more. One statement, so that what it takes out and what it adds are seen at one instant. */
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

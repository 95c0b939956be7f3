import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { type FoldChange, yearsOf } from './differences.ts'
import { alone, type Folding } from './fold-batch.ts'
import { foldingOf, type Grouping, groupingsOf } from './groupings.ts'
import { foldFromFacts, monthsOf } from './months-of-facts.ts'
import { paced } from './pace.ts'
import { noteSpread } from './spread.ts'
import '../tables.ts'

/**
 * Makes the fold of a page from its facts: months first, grouping by grouping, then years from the months. None of the statements takes longer than one
 * may. It is one transaction: until it ends, everybody reads the fold of before.
 */
export async function foldAnew(db: Db, folding: Folding): Promise<void> {
  const { page, signal } = folding
  const groupings = foldingOf(page)
  await transaction(db, async (tx) => {
    await alone(tx)
    await emptyFold(tx, folding)
    await noteSpread(tx, page.key)
    const months = await monthsOf(tx, page)
    // first of all months: a document is counted by the days on which it stood before
    for (const within of months) await takeNotes(tx, folding, within)
    const atPace = paced({ first: 4, fewest: 1, most: groupingsOf(page).length }, signal)
    for (const within of months)
      for (let left = groupingsOf(page); left.length > 0;) left = await atPace((size) => foldMonth(tx, page, left, { within, size }))
    for (const { name } of groupingsOf(page)) {
      signal.throwIfAborted()
      await add(tx, page, yearsOf(sql`(select * from statistics_fold where page = ${page.key} and grouped_by = ${name}) months`))
    }
    await tx.insertInto('statistics_folding').values({ page: page.key, groupings, is_due: false })
      .onConflict((conflict) => conflict.column('page').doUpdateSet({ groupings, is_due: false })).execute()
  })
}

/** Figure by figure. */
async function emptyFold(tx: Db, { page, signal }: Folding): Promise<void> {
  const figures = await tx.selectFrom('statistics_fold').select(['grouped_by', 'measure', 'span']).distinct().where('page', '=', page.key).execute()
  for (const { grouped_by: grouping, measure, span } of figures) {
    signal.throwIfAborted()
    await tx.deleteFrom('statistics_fold').where('page', '=', page.key).where('grouped_by', '=', grouping).where('measure', '=', measure).where('span', '=', span).execute()
  }
}

/** Facts that are no longer noted as unfolded are in what is folded after this; those that commit later stay noted. */
async function takeNotes(tx: Db, { page, before, signal }: Folding, within: RawBuilder<unknown>): Promise<void> {
  signal.throwIfAborted()
  await sql`delete from statistics_unfolded where page = ${page.key} and at < ${before} and ${within}`.execute(tx)
}

/** Folds a month by some of the groupings; returns those that are left. */
async function foldMonth(tx: Db, page: StatisticsPage, groupings: readonly Grouping[], { within, size }: { readonly within: RawBuilder<unknown>; readonly size: number }) {
  await add(tx, page, foldFromFacts(page, groupings.slice(0, size), within))
  return groupings.slice(size)
}

const add = (tx: Db, { key }: StatisticsPage, figures: RawBuilder<FoldChange>) =>
  sql`insert into statistics_fold (page, grouped_by, keys, span, day, earlier, measure, figure)
    select ${key}, grouped_by, keys, span, day, earlier, measure, figure from (${figures}) figures`.execute(tx)

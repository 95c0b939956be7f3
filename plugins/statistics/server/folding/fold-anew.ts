import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { type FoldChange, yearsOf } from './differences.ts'
import { alone, type FoldOptions } from './fold-batch.ts'
import { foldingOf, groupingsOf } from './groupings.ts'
import { foldFromFacts } from './from-facts.ts'
import { paced } from './pace.ts'
import { noteSpread } from './spread.ts'
import { figuresIn, isOf, timesOf } from './fold-figures.ts'
import '../tables.ts'

/**
 * Makes the fold of a page from its facts: months first, some groupings at a time, then years from the months. None of the statements takes
 * longer than one may. It is one transaction: until it ends, everybody reads the fold of before.
 */
export async function foldAnew(db: Db, folding: FoldOptions): Promise<void> {
  const { page } = folding
  const groupings = foldingOf(page)
  await transaction(db, async (tx) => {
    await alone(tx)
    const [months, years] = [await timesOf(tx, page, 'month'), await timesOf(tx, page, 'year')]
    await emptyFold(tx, folding, years)
    await noteSpread(tx, page.key)
    // first of all months: a document is counted by the days on which it stood before
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

/** Facts that are no longer noted as unfolded are in what is folded after this; those that commit later stay noted. */
async function takeNotes(tx: Db, { page, before, signal }: FoldOptions, within: RawBuilder<unknown>): Promise<void> {
  signal.throwIfAborted()
  await sql`delete from statistics_unfolded where page = ${page.key} and at < ${before} and ${within}`.execute(tx)
}

/** Each month by some groupings at a time. */
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

/** Figure by figure, from its months. */
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

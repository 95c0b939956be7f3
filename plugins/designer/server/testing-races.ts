import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'

/** A call that competes with others. */
export type CallToRace = () => Promise<{ readonly code: number; readonly msg: string }>

/** Calls of this database that wait for a lock. */
async function waiting({ database: { db } }: TestProduct): Promise<number | undefined> {
  const { rows: [row] } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return row?.n
}

/** Starts the first call, which stops at the locked table, then the others one by one, and answers how they ended. */
export async function racing(product: TestProduct, table: string,
  calls: readonly CallToRace[]): Promise<readonly Awaited<ReturnType<CallToRace>>[]> {
  const started: ReturnType<CallToRace>[] = []
  await product.database.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    for (const [index, call] of calls.entries()) {
      let isOver = false
      started.push(call().finally(() => (isOver = true)))
      await expect.poll(async () => isOver || (await waiting(product))).toBeOneOf([true, index + 1])
    }
  })
  return Promise.all(started)
}

import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'

/**
 * Draws the next document number: prefix, day and a four-digit sequence of that prefix and day.
 * Unique; a rolled back submission leaves a gap at most.
 */
export async function drawNumber(db: Db, prefix: string, day: string): Promise<string> {
  const { last } = await db
    .insertInto('number_sequence')
    .values({ prefix, day, last: 1 })
    .onConflict((conflict) => conflict.columns(['prefix', 'day']).doUpdateSet({ last: sql<number>`number_sequence.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${prefix}${day.replaceAll('-', '')}${String(last).padStart(4, '0')}`
}

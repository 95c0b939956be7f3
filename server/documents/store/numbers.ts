import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Size of a batch of reserved numbers; the next batch is reserved when half are left. */
const batch = 64

/**
 * Draws a document number: prefix, day and a four-digit sequence of that prefix and day. Unique and without gaps: numbers of rolled-back
 * transactions are reused. Concurrent calls skip locked numbers instead of waiting for the end of this transaction; only the first calls
 * of a day wait.
 */
export async function drawNumber(db: Db, prefix: string, day: string): Promise<string> {
  const number = (await takeFree(db, prefix, day)) ?? (await takeFirst(db, prefix, day))
  if (number % batch === batch / 2) await setAside(db, prefix, day)
  return `${prefix}${day.replaceAll('-', '')}${String(number).padStart(4, '0')}`
}

/** Deletes unused numbers of past days. */
export async function forgetNumbers(db: Db, today: string): Promise<void> {
  await db.deleteFrom('number_free').where('day', '<', today).execute()
}

async function takeFree(db: Db, prefix: string, day: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    delete from number_free where (prefix, day, number) in (
      select prefix, day, number from number_free where prefix = ${prefix} and day = ${day} order by number limit 1 for update skip locked)
    returning number`.execute(db)
  return rows[0]?.number
}

/**
 * Reserves the first batch under the lock of the sequence; a call that waited for the lock takes a number of the batch reserved
 * meanwhile.
 */
async function takeFirst(db: Db, prefix: string, day: string): Promise<number> {
  await sql`insert into number_sequence (prefix, day, last) values (${prefix}, ${day}, 0) on conflict (prefix, day) do update
    set last = number_sequence.last`
    .execute(db)
  const number = await takeFree(db, prefix, day)
  if (number !== undefined) return number
  await setAside(db, prefix, day)
  return (await takeFree(db, prefix, day))!
}

async function setAside(db: Db, prefix: string, day: string): Promise<void> {
  await sql`
    with grown as (
      insert into number_sequence (prefix, day, last) values (${prefix}, ${day}, ${batch})
      on conflict (prefix, day) do update set last = number_sequence.last + ${batch} returning last)
    insert into number_free (prefix, day, number) select ${prefix}, ${day}::date, number
    from grown, generate_series(last - ${batch} + 1, last) number`
    .execute(db)
}

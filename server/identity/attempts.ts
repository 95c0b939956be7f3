import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'

/** Wrong passwords of one account before it is locked, and how long the lock lasts. */
const accountLimit = 5
/** Wrong passwords from one address, over all accounts; offices share an address, so it is wide. */
const addressLimit = 50
const lockMinutes = 15

/** Failed sign-ins, counted in the database so that every instance shares them. */
export const attempts = (db: Db) => ({
  /**
   * Counts an attempt as failed before the password is looked at: guesses sent at the same time are all counted.
   * @returns until when the account or the address is locked, or undefined when the attempt may go on.
   */
  async begin(userName: string, address: string): Promise<Date | undefined> {
    await db.deleteFrom('sign_in_failure').where('last_time', '<', sql<Date>`now() - interval '1 day'`).execute()
    const account = await count(db, 'account', accountKey(userName), accountLimit)
    if (account) return account
    return count(db, 'address', address, addressLimit)
  },

  /** The password was right: the account's count starts over, the address gets its attempt back. */
  async succeeded(userName: string, address: string): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('kind', '=', 'account').where('subject', '=', accountKey(userName)).execute()
    await db
      .updateTable('sign_in_failure')
      .set({ failures: sql<number>`greatest(failures - 1, 0)`, locked_until: null })
      .where('kind', '=', 'address')
      .where('subject', '=', address)
      .execute()
  },

  /** Until when the account is locked, after a wrong password. */
  async lockedUntil(userName: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom('sign_in_failure')
      .select('locked_until')
      .where('kind', '=', 'account')
      .where('subject', '=', accountKey(userName))
      .where('locked_until', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst()
    return row?.locked_until ?? undefined
  },

  /** Wrong passwords of the account within the last 15 minutes. */
  async failures(userName: string): Promise<number> {
    const row = await db
      .selectFrom('sign_in_failure')
      .select('failures')
      .where('kind', '=', 'account')
      .where('subject', '=', accountKey(userName))
      .where('last_time', '>', fresh)
      .executeTakeFirst()
    return row?.failures ?? 0
  },

  /** An administrator opens a locked account. */
  async forget(userName: string): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('kind', '=', 'account').where('subject', '=', accountKey(userName)).execute()
  },
})

const window = sql`make_interval(mins => ${sql.lit(lockMinutes)})`
const fresh = sql<Date>`clock_timestamp() - ${window}`

/**
 * One statement: the row's lock orders attempts that come at the same time.
 * The attempt that reaches the limit may still be right; those after it are refused until the lock ends.
 */
async function count(db: Db, kind: 'account' | 'address', subject: string, limit: number): Promise<Date | undefined> {
  const limitText = sql.lit(limit)
  const result = await sql<{ failures: number; locked_until: Date | null }>`
    insert into sign_in_failure as f (kind, subject, failures, last_time)
    values (${kind}, ${subject}, 1, clock_timestamp())
    on conflict (kind, subject) do update set
      failures = case
        when f.locked_until > clock_timestamp() then f.failures + 1
        when f.locked_until is not null or f.last_time < ${fresh} then 1
        else f.failures + 1 end,
      locked_until = case
        when f.locked_until > clock_timestamp() then f.locked_until
        when f.locked_until is not null or f.last_time < ${fresh} then null
        when f.failures + 1 >= ${limitText} then clock_timestamp() + ${window}
        else null end,
      last_time = clock_timestamp()
    returning failures, locked_until`.execute(db)
  const row = result.rows[0]
  return row?.locked_until && row.failures > limit ? row.locked_until : undefined
}

/** Names that differ in case are one account; a longer one than any account is cut to fit its column. */
function accountKey(userName: string): string {
  return userName.trim().toLowerCase().slice(0, 60)
}

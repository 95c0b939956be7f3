import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Wrong passwords of an account before it is locked, and the duration of the lock. */
const accountLimit = 5
/** Wrong passwords from one address, over all accounts, before its sign-ins are slowed down; high, since offices share an address. */
const addressLimit = 50
const lockMinutes = 15

/** Lifetime of a running attempt, seconds: attempts of a crashed instance end then. */
const attemptLife = 30
/** Time that an attempt waits for others of its account, and interval of polling, ms. */
const timeout = 10_000
const lookEvery = 100

/** The outcome of beginning an attempt. */
export type AttemptStart =
  | { readonly outcome: 'begun'; readonly id: string }
  | { readonly outcome: 'locked'; readonly until: Date }
  | { readonly outcome: 'busy' }

/** Failed and running sign-ins, counted in the database so that all instances share them. */
export const attempts = (db: Db) => ({
  /**
   * Reserves one of the account's remaining wrong passwords before the password is compared, so that concurrent guesses are all counted.
   * While all remaining ones are reserved, it waits for the outcome of these: correct passwords lock nobody out.
   */
  async begin(userName: string): Promise<AttemptStart> {
    const account = accountKey(userName)
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(lookEvery)) {
      const beginning = await alone(db, (tx) => reserve(tx, account))
      if (beginning.outcome !== 'busy') return beginning
    }
    return { outcome: 'busy' }
  },

  /** Counts a wrong password. @returns the end of the lock, if the account is now locked */
  async failed(id: string, userName: string, address: string): Promise<Date | undefined> {
    return alone(db, async (tx) => {
      const until = await count(tx, 'account', accountKey(userName), accountLimit)
      await count(tx, 'address', address, addressLimit)
      await tx.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
      return until
    })
  },

  /** Resets the account's count after a correct password. */
  async succeeded(id: string, userName: string): Promise<void> {
    await alone(db, async (tx) => {
      await tx.deleteFrom('sign_in_failure').where('kind', '=', 'account').where('subject', '=', accountKey(userName)).execute()
      await tx.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
    })
  },

  /** Releases an attempt whose password was not compared. */
  async abandoned(id: string): Promise<void> {
    await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
  },

  /** Returns whether so many sign-ins of an address failed that further ones are slowed down. */
  async isSuspicious(address: string): Promise<boolean> {
    const row = await db
      .selectFrom('sign_in_failure')
      .select('failures')
      .where('kind', '=', 'address')
      .where('subject', '=', address)
      .where('locked_until', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst()
    return row !== undefined
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

  /** Unlocks an account, for administrators. */
  async forget(userName: string): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('kind', '=', 'account').where('subject', '=', accountKey(userName)).execute()
  },
})

/** Deletes expired counts and attempts. */
export async function sweepAttempts(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('last_time', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('sign_in_attempt').where('begun_at', '<', begunBefore).execute()
}

/** Runs a separate transaction for the counters, independent of the call's own writes such as its audit entry. */
const alone = <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('read committed').execute(work)

const window = sql`make_interval(mins => ${sql.lit(lockMinutes)})`
const fresh = sql<Date>`clock_timestamp() - ${window}`
const begunBefore = sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(attemptLife)})`

/** Serialises the attempts on one account by a lock, which is not held while the password is compared. */
async function reserve(tx: Db, account: string): Promise<AttemptStart> {
  await sql`select pg_advisory_xact_lock(4201906, hashtext(${account}))`.execute(tx)
  const known = await sql<{ failures: number; locked_until: Date | null; pending: number }>`
    select
      coalesce((select failures from sign_in_failure where kind = 'account' and subject = ${account} and locked_until is null
        and last_time > ${fresh}), 0) as failures,
      (select locked_until from sign_in_failure where kind = 'account' and subject = ${account}
        and locked_until > clock_timestamp()) as locked_until,
      (select count(*)::int from sign_in_attempt where account = ${account} and begun_at > ${begunBefore}) as pending`.execute(tx)
  const { failures = 0, locked_until: until = null, pending = 0 } = known.rows[0] ?? {}
  if (until) return { outcome: 'locked', until }
  if (failures + pending >= accountLimit) return { outcome: 'busy' }
  const { id } = await tx.insertInto('sign_in_attempt').values({ account, begun_at: sql<Date>`clock_timestamp()` }).returning('id')
    .executeTakeFirstOrThrow()
  return { outcome: 'begun', id }
}

/** Counts a wrong password; reaching the limit locks. @returns the end of the lock */
async function count(db: Db, kind: 'account' | 'address', subject: string, limit: number): Promise<Date | undefined> {
  const limitText = sql.lit(limit)
  const result = await sql<{ locked_until: Date | null }>`
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
    returning locked_until`.execute(db)
  return result.rows[0]?.locked_until ?? undefined
}

/** The key of an account's counters: names are case-insensitive, and truncated to fit the column. */
function accountKey(userName: string): string {
  return userName.trim().toLowerCase().slice(0, 60)
}

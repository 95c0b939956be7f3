import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Wrong passwords of one account before it is locked, and how long the lock lasts. */
const accountLimit = 5
/** Wrong passwords from one address, over all accounts, before its sign-ins are slowed down; offices share an address, so it is wide. */
const addressLimit = 50
const lockMinutes = 15

/** Seconds that an attempt may go on, which has its turn already. What an instance that died had begun ends then. */
const attemptLife = 30
/** Milliseconds that an attempt waits for others of its account to end, and between two looks. */
const timeout = 10_000
const lookEvery = 100

/** The outcome of the beginning of an attempt. */
export type AttemptStart =
  | { readonly outcome: 'begun'; readonly id: string }
  | { readonly outcome: 'locked'; readonly until: Date }
  | { readonly outcome: 'busy' }

/** Failed sign-ins and those under way, counted in the database so that every instance shares them. */
export const attempts = (db: Db) => ({
  /**
   * Reserves one of the account's wrong passwords before the password is looked at, so that guesses sent at the same time
   * are all counted. While all that are left are reserved, it waits for how those end: right ones lock nobody out.
   */
  async begin(userName: string): Promise<AttemptStart> {
    const account = accountKey(userName)
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(lookEvery)) {
      const beginning = await alone(db, (tx) => reserve(tx, account))
      if (beginning.outcome !== 'busy') return beginning
    }
    return { outcome: 'busy' }
  },

  /** The password was wrong. @returns until when the account is locked now, if it is */
  async failed(id: string, userName: string, address: string): Promise<Date | undefined> {
    return alone(db, async (tx) => {
      const until = await count(tx, 'account', accountKey(userName), accountLimit)
      await count(tx, 'address', address, addressLimit)
      await tx.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
      return until
    })
  },

  /** The password was right: the account's count starts over. */
  async succeeded(id: string, userName: string): Promise<void> {
    await alone(db, async (tx) => {
      await tx.deleteFrom('sign_in_failure').where('kind', '=', 'account').where('subject', '=', accountKey(userName)).execute()
      await tx.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
    })
  },

  /** The password was not looked at. */
  async abandoned(id: string): Promise<void> {
    await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
  },

  /** Returns whether so many sign-ins of an address failed that its next ones have to be slowed down. */
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

  /** An administrator opens a locked account. */
  async forget(userName: string): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('kind', '=', 'account').where('subject', '=', accountKey(userName)).execute()
  },
})

/** Removes counts and attempts that mean nothing any more. */
export async function sweepAttempts(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('last_time', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('sign_in_attempt').where('begun_at', '<', begunBefore).execute()
}

/** A transaction of the counters' own: what the call writes elsewhere, such as its audit entry, is not part of it. */
const alone = <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('read committed').execute(work)

const window = sql`make_interval(mins => ${sql.lit(lockMinutes)})`
const fresh = sql<Date>`clock_timestamp() - ${window}`
const begunBefore = sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(attemptLife)})`

/** The lock orders attempts on one account; it is kept for these few statements, not while the password is looked at. */
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

/** Counts a wrong password; the one that reaches the limit locks. @returns until when */
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

/** Names that differ in case are one account; a longer one than any account is cut to fit its column. */
function accountKey(userName: string): string {
  return userName.trim().toLowerCase().slice(0, 60)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { BadRequest } from '#server/http/answers/errors.ts'
import type { Env } from '#server/env.ts'
import type { Clock } from '#server/host.ts'
import { fairTurns, TooMuchWork } from '#server/concurrency/fair-turns.ts'
import { attempts } from './attempts.ts'
import { passwordMatches } from './credentials.ts'
import { users } from '../organisation/users.ts'

/** The outcome of a sign-in with user name and password. */
export type SignIn =
  | { readonly outcome: 'accepted'; readonly id: string; readonly userName: string; readonly epoch: number;
    readonly mustChangePassword: boolean }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'disabled' }
  | { readonly outcome: 'locked'; readonly until: Date }
  /** Too many sign-ins are waiting, so the password was not compared. */
  | { readonly outcome: 'busy' }

/** The accounts, and the clock for the time of sign-ins. */
export interface SignInSource {
  readonly db: Db
  readonly clock: Clock
  readonly env: Pick<Env, 'passwordCost'>
}

/**
 * Checks a password within the failure limits, with the same work for unknown names. An account is locked after too many wrong passwords;
 * an address with too many is slowed down, so that a correct password still succeeds. Only callers who know the password learn that an
 * account is disabled. Senders take turns by address before any query; closed requests are skipped.
 */
export async function signInWithPassword(source: SignInSource, userName: string, password: string, sender: Sender): Promise<SignIn> {
  // No account can have such a name, and PostgreSQL does not accept it as a text.
  if (userName.includes('\0')) return { outcome: 'wrong' }
  const { db } = source
  const { address } = sender
  try {
    const looking = () => attempt(source, { userName, password, address })
    const result = await inTurnOf(sender, async () => ((await attempts(db).isSuspicious(address)) ? 'slow' : looking()))
    if (result !== 'slow') return result
    return (await pace(address)) ? await inTurnOf(sender, looking) : { outcome: 'busy' }
  } catch (error) {
    if (error instanceof BadRequest && error.statusCode === 429) return { outcome: 'busy' }
    throw error
  }
}

interface Credentials {
  readonly userName: string
  readonly password: string
  readonly address: string
}

async function attempt({ db, clock, env }: SignInSource, { userName, password, address }: Credentials): Promise<SignIn> {
  const beginning = await attempts(db).begin(userName)
  if (beginning.outcome !== 'begun') return beginning
  const account = await byUserName(db, userName)
  const matches = await comparing(db, beginning.id, () => passwordMatches(password, account?.password_hash, env.passwordCost))
  rememberOutcome(address, matches && account !== undefined)
  if (!matches || !account) {
    const until = await attempts(db).failed(beginning.id, userName, address)
    return until ? { outcome: 'locked', until } : { outcome: 'wrong' }
  }
  await attempts(db).succeeded(beginning.id, userName)
  return accepted(db, account, clock.now())
}

/** Releases the attempt where comparing the password failed. */
async function comparing(db: Db, id: string, compare: () => Promise<boolean>): Promise<boolean> {
  try {
    return await compare()
  } catch (error) {
    await attempts(db).abandoned(id)
    throw error
  }
}

async function accepted(db: Db, account: NonNullable<Awaited<ReturnType<typeof byUserName>>>, at: Date): Promise<SignIn> {
  if (!account.enable) return { outcome: 'disabled' }
  await users(db, at).signedIn(account.id)
  return { outcome: 'accepted', id: account.id, userName: account.user_name, epoch: account.session_epoch,
    mustChangePassword: account.must_change_password }
}

function byUserName(db: Db, userName: string) {
  return db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'password_hash', 'enable', 'session_epoch', 'must_change_password'])
    .where(sql<string>`lower(user_name)`, '=', userName.trim().toLowerCase())
    .where('del_flag', '=', 0)
    .executeTakeFirst()
}

/**
 * Demands that a new password differs from the current one.
 * @throws Refused `identity.passwordSame` at `newPassword`
 */
export async function demandOtherPassword({ db, env }: Pick<SignInSource, 'db' | 'env'>, id: string, password: string): Promise<void> {
  const account = await db.selectFrom('sys_user').select('password_hash').where('id', '=', id).executeTakeFirst()
  if (!account?.password_hash || !(await passwordMatches(password, account.password_hash, env.passwordCost))) return
  throw new Refused('identity.passwordSame', {}, [{ field: 'newPassword', code: 'identity.passwordSame' }])
}

/** Pause between two attempts of a slowed address per instance, and the longest wait, ms. */
const spacing = 1_000

const longest = 60_000

const nextOf = new Map<string, number>()

/**
 * Waits until a slowed address may try again: its attempts run one after the other, a second apart.
 * @returns false immediately where the wait would exceed a minute
 */
async function pace(address: string): Promise<boolean> {
  const now = Date.now()
  for (const [known, next] of nextOf) if (next < now) nextOf.delete(known)
  const turn = nextOf.get(address) ?? now
  if (turn - now > longest) return false
  nextOf.set(address, turn + spacing)
  await sleep(turn - now)
  return true
}

/** The sender of a sign-in. */
export interface Sender {
  /** Socket address. */
  readonly address: string
  /** Returns whether the connection is closed, so that the password need not be compared. */
  isGone?(): boolean
}

/** Limits of waiting sign-ins: 120 of one address take about half a minute; an office shares an address, which may use both places. */
const limits = { mostOfOne: 120, most: 1_000, mostAtOnce: 2 }

const ordinary = fairTurns({ places: 2, ...limits })

/** Queue of one place for addresses with mostly wrong passwords. */
const doubtful = fairTurns({ places: 1, ...limits })

/** Surplus of wrong over correct passwords after which an address is doubtful, and for how long, ms. */
const tolerated = 10

const memory = 15 * 60_000

const standings = new Map<string, { wrong: number; until: number }>()

/**
 * Waits for the turn of the sender's address before any query.
 * @throws BadRequest 429 `identity.busy` where too many are waiting
 */
export function inTurnOf<Answer>({ address, isGone }: Sender, work: () => Promise<Answer>): Promise<Answer> {
  const turns = (standings.get(address)?.wrong ?? 0) > tolerated ? doubtful : ordinary
  return turns({ by: address, ...(isGone && { isGone }) }, work).catch((error: unknown) => {
    throw error instanceof TooMuchWork ? new BadRequest(429, 'identity.busy') : error
  })
}

/** Counts the outcome of a sign-in for its address, in this process. */
function rememberOutcome(address: string, isRight: boolean): void {
  const now = Date.now()
  for (const [known, { until }] of standings) if (until < now) standings.delete(known)
  const wrong = (standings.get(address)?.wrong ?? 0) + (isRight ? -1 : 1)
  if (wrong <= 0) standings.delete(address)
  else standings.set(address, { wrong, until: now + memory })
}

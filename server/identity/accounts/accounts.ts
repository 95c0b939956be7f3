import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { BadRequest } from '#server/http/answers/refusal.ts'
import { attempts } from './attempts.ts'
import { inTurnOf, rememberOutcome, type Sender } from './sign-in-turns.ts'
import { pace } from './throttle.ts'
import { passwordMatches } from './passwords.ts'
import type { Clock } from '#server/host.ts'
import { users } from '../organisation/users.ts'

/** The outcome of a sign-in with user name and password. */
export type SignIn =
  | { readonly outcome: 'accepted'; readonly id: string; readonly userName: string; readonly epoch: number;
    readonly mustChangePassword: boolean }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'disabled' }
  | { readonly outcome: 'locked'; readonly until: Date }
  /** The password was not looked at: too many others are waiting. */
  | { readonly outcome: 'busy' }

/** The accounts, and the clock that says when somebody signed in. */
export interface SignInSource {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Checks a password under the failure limits, with the same work for names that do not exist. An account is locked after
 * too many wrong passwords; an address with too many is slowed down, so that a right password still gets in.
 * Only callers who know its password learn that an account is disabled.
 * Senders take turns by their address, before the database is asked anything; who has hung up is left out.
 */
export async function signInWithPassword(source: SignInSource, userName: string, password: string, sender: Sender): Promise<SignIn> {
  // No account has such a name, and the database cannot be asked for it.
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

async function attempt({ db, clock }: SignInSource, { userName, password, address }: Credentials): Promise<SignIn> {
  const beginning = await attempts(db).begin(userName)
  if (beginning.outcome !== 'begun') return beginning
  const account = await byUserName(db, userName)
  const matches = await comparing(db, beginning.id, () => passwordMatches(password, account?.password_hash))
  rememberOutcome(address, matches && account !== undefined)
  if (!matches || !account) {
    const until = await attempts(db).failed(beginning.id, userName, address)
    return until ? { outcome: 'locked', until } : { outcome: 'wrong' }
  }
  await attempts(db).succeeded(beginning.id, userName)
  return accepted(db, account, clock.now())
}

/** An attempt whose password could not be looked at counts for nothing. */
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
 * A new password is another one: who was made to change a first password may not keep it.
 * @throws Refused `identity.passwordSame` at `newPassword`
 */
export async function demandOtherPassword(db: Db, id: string, password: string): Promise<void> {
  const account = await db.selectFrom('sys_user').select('password_hash').where('id', '=', id).executeTakeFirst()
  if (!account?.password_hash || !(await passwordMatches(password, account.password_hash))) return
  throw new Refused('identity.passwordSame', {}, [{ field: 'newPassword', code: 'identity.passwordSame' }])
}

import { sql } from 'kysely'
import { everything } from '#kernel/permissions.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '../caller.ts'
import type { Member, Organisation, Organisations } from '../organisation/organisation.ts'
import type { ChangeVersions } from '../organisation/change-versions.ts'
import { type AccessToken, accessTokenLife, type VerifyToken } from './tokens.ts'

/** Retention of an ended sign-in, seconds: the lifetime of its last access token, plus a minute. */
const remembered = accessTokenLife + 60

/** Ends a sign-in: its access tokens and sockets become invalid immediately on every instance. Other sign-ins of the person continue. */
export async function endSignIn(db: Db, grant: string): Promise<void> {
  await db.deleteFrom('ended_sign_in').where('ended_at', '<', sql<Date>`now() - make_interval(secs => ${remembered})`).execute()
  await db.insertInto('ended_sign_in').values({ grant_id: grant }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** The recently ended sign-ins, read again only when there is a new one. */
interface EndedSignIns {
  /** @param version number of the topic `signIn`, as read by the call */
  has(db: Db, version: string, grant: string): Promise<boolean>
}

/** Creates the cache of sign-ins that were ended before their tokens expired. */
export function endedSignIns(): EndedSignIns {
  let known: { readonly version: string; readonly grants: Promise<ReadonlySet<string>> } | undefined
  return {
    async has(db, version, grant) {
      if (known?.version === version) return (await known.grants).has(grant)
      const grants = load(db)
      known = { version, grants }
      grants.catch(() => {
        known = undefined
      })
      return (await grants).has(grant)
    },
  }
}

async function load(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('ended_sign_in').select('grant_id').where('ended_at', '>=',
    sql<Date>`now() - make_interval(secs => ${remembered})`).execute()
  return new Set(rows.map(({ grant_id: grant }) => grant))
}

export interface Identification {
  readonly db: Db
  readonly organisations: Organisations
  readonly ended: EndedSignIns
  /** The versions as of now, or later. */
  readonly versions: () => Promise<ChangeVersions>
  readonly verify: VerifyToken
  /** Whether tokens are issued by an external provider, with its own subjects. */
  readonly external: boolean
}

/** Finds the enabled person of a token. @throws Unauthenticated */
export async function personOfToken(identification: Identification,
  token: string): Promise<{ member: Member; organisation: Organisation; token: AccessToken }> {
  const { db, organisations, ended, verify, external } = identification
  const verified = await verify(token)
  const versions = await identification.versions()
  const current = await organisations.at(db, versions)
  const member = external ? await matchExternal(db, current, verified) : current.users.get(verified.subject)
  if (!member?.enabled) throw new Unauthenticated('error.unauthenticated')
  if (!external && verified.epoch !== member.sessionEpoch) throw new Unauthenticated('error.unauthenticated')
  if (verified.grant !== undefined && (await ended.has(db, versions.signIn, verified.grant)))
    throw new Unauthenticated('error.unauthenticated')
  return { member, organisation: current, token: verified }
}

/** Returns a caller without the data of the call. */
export function callerOf({ permissions }: Organisation, member: Member): Omit<Caller, 'traceId' | 'ip' | 'grant'> {
  const { id, userName, name, admin, roles, departments, scopes, locale } = member
  const granted = new Set(roles.flatMap((role) => permissions.get(role) ?? []))
  if (admin) granted.add(everything)
  return { id, userName, name, admin, roles, departments, scopes, locale, permissions: granted,
    columns: granted.has(everything) ? {} : member.columns }
}

/** The bearer token of an Authorization header. @throws Unauthenticated */
export function bearerOf(header: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header ?? '')?.[1]
  if (!token) throw new Unauthenticated('error.unauthenticated')
  return token
}

/** Finds a person by the provider's subject, or for the first sign-in by user name, to which the subject is then tied permanently. */
async function matchExternal(db: Db, { users }: Organisation, { subject, userName }: AccessToken): Promise<Member | undefined> {
  const all = [...users.values()]
  const known = all.find((user) => user.idpSubject === subject)
  if (known) return known
  const named = userName && all.find((user) => user.idpSubject === null && user.userName.toLowerCase() === userName.toLowerCase())
  if (!named) return undefined
  const tied = await db.updateTable('sys_user').set({ idp_subject: subject }).where('id', '=', named.id).where('idp_subject', 'is', null)
    .executeTakeFirst()
  if (tied.numUpdatedRows) return named
  // a page sends several calls at once: another one may have tied them in the meantime
  const row = await db.selectFrom('sys_user').select('idp_subject').where('id', '=', named.id).executeTakeFirst()
  return row?.idp_subject === subject ? named : undefined
}

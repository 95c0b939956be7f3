import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { accessTokenLife } from '../provider/lifetimes.ts'

/** Retention of an ended sign-in, seconds: the lifetime of its last access token, plus a minute. */
const remembered = accessTokenLife + 60

/** Ends a sign-in: its access tokens and sockets become invalid immediately on every instance. Other sign-ins of the person continue. */
export async function endSignIn(db: Db, grant: string): Promise<void> {
  await db.deleteFrom('ended_sign_in').where('ended_at', '<', sql<Date>`now() - make_interval(secs => ${remembered})`).execute()
  await db.insertInto('ended_sign_in').values({ grant_id: grant }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** The recently ended sign-ins, read again only when there is a new one. */
export interface EndedSignIns {
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

import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { accessTokenLife } from '../provider/lifetimes.ts'

/** Seconds that an ended sign-in is remembered: as long as the last of its access tokens may live, and a minute. */
const remembered = accessTokenLife + 60

/** Ends a sign-in: its access tokens and sockets stop at once, on every instance. Other sign-ins of the person go on. */
export async function endSignIn(db: Db, grant: string): Promise<void> {
  await db.deleteFrom('ended_sign_in').where('ended_at', '<', sql<Date>`now() - make_interval(secs => ${remembered})`).execute()
  await db.insertInto('ended_sign_in').values({ grant_id: grant }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** The sign-ins that were ended a moment ago, read anew only when there is another. */
export interface EndedSignIns {
  /** @param version number of the topic `signIn`, as the call has read it */
  has(db: Db, version: string, grant: string): Promise<boolean>
}

/** Makes the cache of sign-ins that were ended before their tokens expire. */
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

import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Db } from '#server/database/tables.ts'
import { endSignIn } from '../sessions/authenticate.ts'
import { errors } from './library.ts'

/**
 * Seconds for which a used refresh token may be sent again, since the answer may have been lost. Only while its successor is unused;
 * otherwise two clients have the chain, which is revoked.
 */
const refreshGrace = 10

/** Storage of the identity provider in the database, so that sessions are shared by all instances. */
export function adapterOf(db: Db): (model: string) => Adapter {
  return (model) => {
    const rows = db.selectFrom('idp_record').select(['id', 'payload', 'consumed_at', 'grant_id']).where('model', '=', model)
    const unexpired = rows.where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    const find = async (query: typeof unexpired) => {
      const row = await query.executeTakeFirst()
      if (!row) return undefined
      const payload = row.payload as AdapterPayload
      if (!row.consumed_at || (model === 'RefreshToken' && (await isLostAnswer(db, row)))) return payload
      return { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    }
    return refusing({
      find: (id) => find(unexpired.where('id', '=', id)),
      findByUid: (uid) => find(unexpired.where('uid', '=', uid)),
      // The device flow, the only one with user codes, is disabled.
      findByUserCode: async () => undefined,
      async upsert(id, payload, expiresIn) {
        const values = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          account_id: payload.accountId ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
        }
        await db
          .insertInto('idp_record')
          .values({ model, id, ...values })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
          .execute()
      },
      async consume(id) {
        const used = await db.updateTable('idp_record').set({ consumed_at: sql<Date>`now()` }).where('model', '=', model).where('id', '=',
          id).where('consumed_at', 'is', null)
          .returning(['id', 'payload', 'grant_id']).executeTakeFirst()
        if (used && model === 'RefreshToken') await retireSiblings(db, used)
      },
      async destroy(id) {
        await db.deleteFrom('idp_record').where('model', '=', model).where('id', '=', id).execute()
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('idp_record').where('model', '=', model).where('grant_id', '=', grantId).execute()
        await endSignIn(db, grantId)
      },
    })
  }
}

/** PostgreSQL codes for a text that it cannot store: with NUL, or with its escape in JSON. */
const notText = new Set(['22021', '22P05'])

/**
 * Runs a query with texts sent by a client.
 * @throws InvalidRequest, which the provider reports, where PostgreSQL does not accept one as a text
 */
async function withTexts<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && notText.has(String(error.code)))
      throw new errors.InvalidRequest('a parameter contains a character that is not allowed')
    throw error
  }
}

const refusing = (adapter: Adapter): Adapter => ({
  ...adapter,
  find: (id) => withTexts(adapter.find(id)),
  findByUid: (uid) => withTexts(adapter.findByUid(uid)),
  upsert: (id, payload, expiresIn) => withTexts(adapter.upsert(id, payload, expiresIn)),
})

/** Deletes expired records; called occasionally by the sign-in page. */
export async function sweepRecords(db: Db): Promise<void> {
  await db.deleteFrom('idp_record').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}

/**
 * A refresh token that was sent twice has two successors. Once one of them is used, the other one is marked as used long ago, so that
 * using it ends the whole sign-in.
 */
async function retireSiblings(db: Db,
  { id, payload, grant_id: grant }: { id: string; payload: unknown; grant_id: string | null }): Promise<void> {
  const { rotations, iiat } = placeOf(payload)
  await sql`
    update idp_record set consumed_at = now() - make_interval(secs => ${2 * refreshGrace})
    where model = 'RefreshToken' and grant_id = ${grant} and id <> ${id} and consumed_at is null
      and (payload ->> 'iiat')::bigint = ${iiat} and coalesce((payload ->> 'rotations')::int, 0) >= ${rotations}`.execute(db)
}

/** The position of a refresh token in its chain: the start of the chain, and the number of previous tokens. */
function placeOf(payload: unknown): { rotations: number; iiat: number } {
  const { rotations = 0, iiat = 0 } = payload as { rotations?: number; iiat?: number }
  return { rotations, iiat }
}

async function isLostAnswer(db: Db, row: { payload: unknown; grant_id: string | null; consumed_at: Date | null }): Promise<boolean> {
  const { rotations, iiat } = placeOf(row.payload)
  const result = await sql<{ lost: boolean }>`
    select ${row.consumed_at} > now() - make_interval(secs => ${refreshGrace}) and not exists (
      select from idp_record
      where model = 'RefreshToken' and grant_id = ${row.grant_id} and consumed_at is not null
        and (payload ->> 'iiat')::bigint = ${iiat} and coalesce((payload ->> 'rotations')::int, 0) > ${rotations}
    ) as lost`.execute(db)
  return result.rows[0]?.lost ?? false
}

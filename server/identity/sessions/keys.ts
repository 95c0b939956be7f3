import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Db } from '#server/database/tables.ts'
import { newId } from '../id.ts'

/** The keys of the embedded identity provider: created once, stored in the database, shared by all instances. */
export interface Keys {
  /** Private key, RS256. */
  readonly signing: JWK
  /** Key for signing the provider's cookies. */
  readonly cookies: string
}

/** Reads the keys, and creates them at the first start. */
export async function loadKeys(db: Db): Promise<Keys> {
  return { signing: await keyOf<JWK>(db, 'signing', newSigningKey), cookies: (await keyOf(db, 'cookies', newCookieKey)).secret }
}

/** Reads or creates a key; of two instances that start at the same time, the first one's key is kept. */
async function keyOf<Secret>(db: Db, purpose: 'signing' | 'cookies', create: () => Promise<Secret>): Promise<Secret> {
  const stored = await read(db, purpose)
  if (stored) return stored as Secret
  const secret = JSON.stringify(await create())
  await db.insertInto('idp_key').values({ id: newId(), purpose, secret }).onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  return (await read(db, purpose)) as Secret
}

async function read(db: Db, purpose: 'signing' | 'cookies'): Promise<unknown> {
  return (await db.selectFrom('idp_key').select('secret').where('purpose', '=', purpose).executeTakeFirst())?.secret
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, use: 'sig', alg: 'RS256', kid: await calculateJwkThumbprint(jwk) }
}

async function newCookieKey(): Promise<{ secret: string }> {
  return { secret: randomBytes(32).toString('base64url') }
}

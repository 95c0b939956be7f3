import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, createLocalJWKSet, createRemoteJWKSet, errors, exportJWK, generateKeyPair, type JWK, type JWTPayload,
  jwtVerify, type JWTVerifyGetKey } from 'jose'
import { Unauthenticated } from '#kernel/errors.ts'
import { OutsideUnavailable } from '#server/http/answers/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '../id.ts'

/** Claims of a valid access token. */
export interface AccessToken {
  readonly subject: string
  readonly userName?: string
  /** Session epoch of our own tokens. */
  readonly epoch?: number
  /** The sign-in of a token of the embedded provider. */
  readonly grant?: string
  readonly expiresAt: Date
}

/**
 * Verifies an access token.
 * @throws Unauthenticated `error.unauthenticated` for any invalid token; OutsideUnavailable where it cannot be verified now
 */
export type VerifyToken = (token: string) => Promise<AccessToken>

/** The browser's client at the embedded provider, also the audience of its tokens. */
export const webClient = 'oa-web'

/** Accepts tokens of the embedded provider only: RS256, its issuer, our audience, `at+jwt`. */
export function embeddedVerifier(issuer: string, { signing }: Keys): VerifyToken {
  const { kty, n, e, kid, alg, use } = signing
  const keys = createLocalJWKSet({ keys: [{ kty, n, e, kid, alg, use }] })
  return verifying(keys, async (token, getKey) => {
    const { payload } = await jwtVerify(token, getKey, { algorithms: ['RS256'], issuer, audience: webClient, typ: 'at+jwt',
      requiredClaims: ['sub', 'exp', 'epoch'] })
    return typeof payload['epoch'] === 'number' ? payload : undefined
  })
}

/**
 * Accepts access tokens of an external, Keycloak-shaped provider; ID tokens are refused.
 * @param timeout of fetching the provider's keys, ms
 */
export function externalVerifier(issuer: string, clientId: string, timeout = 5_000): VerifyToken {
  const keys = publishedKeys(
    createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), { timeoutDuration: timeout, cooldownDuration: 30_000 }),
  )
  return verifying(keys, async (token, getKey) => {
    const { payload, protectedHeader } = await jwtVerify(token, getKey, { algorithms: ['RS256', 'PS256', 'ES256'], issuer,
      requiredClaims: ['sub', 'exp'] })
    const isAccess = protectedHeader.typ?.toLowerCase() === 'at+jwt' || payload['typ'] === 'Bearer'
    const isOurs = payload['azp'] === clientId || [payload.aud].flat().includes(clientId)
    return isAccess && isOurs ? payload : undefined
  })
}

/** A failure to fetch the keys does not invalidate the token: its holder must not be signed out. */
const publishedKeys = (fetched: JWTVerifyGetKey): JWTVerifyGetKey => async (header, token) => {
  try {
    return await fetched(header, token)
  } catch (error) {
    if (unknownKey.some((kind) => error instanceof kind)) throw error
    throw new OutsideUnavailable('The keys of the identity provider cannot be fetched', { cause: error })
  }
}

/** Errors of a token whose key is not among the fetched ones. */
const unknownKey = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

function verifying(keys: JWTVerifyGetKey, check: (token: string, keys: JWTVerifyGetKey) => Promise<JWTPayload | undefined>): VerifyToken {
  return async (token) => {
    const payload = await check(token, keys).catch((error: unknown) => {
      if (error instanceof OutsideUnavailable) throw error
    })
    if (!payload?.sub || !payload.exp) throw new Unauthenticated('error.unauthenticated')
    const { preferred_username: userName, epoch, grant } = payload
    return {
      subject: payload.sub,
      userName: typeof userName === 'string' ? userName : undefined,
      epoch: typeof epoch === 'number' ? epoch : undefined,
      grant: typeof grant === 'string' ? grant : undefined,
      expiresAt: new Date(payload.exp * 1000),
    }
  }
}

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

/** Lifetimes in seconds. */
export const accessTokenLife = 300
/** Lifetime of an unused refresh token, seconds. */
export const refreshIdle = 1_800
/** Maximum lifetime of a sign-in with refreshed tokens, seconds. */
export const refreshAbsolute = 8 * 3_600
export const interactionLife = 3_600
export const codeLife = 60

/** The remaining lifetime of a refresh token whose chain began `age` seconds ago; at least 1. */
export function refreshLife(age: number): number {
  return Math.max(1, Math.min(refreshIdle, refreshAbsolute - age))
}

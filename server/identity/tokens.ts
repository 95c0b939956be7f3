import { createLocalJWKSet, createRemoteJWKSet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { Unauthenticated } from '../../src/kernel/errors.ts'
import type { Keys } from './keys.ts'

/** What a valid access token says about its holder. */
export interface AccessToken {
  readonly subject: string
  readonly userName?: string
  /** Session epoch of our own tokens. */
  readonly epoch?: number
  readonly expiresAt: Date
}

/** Checks an access token. @throws Unauthenticated `error.unauthenticated` whatever is wrong with it. */
export type VerifyToken = (token: string) => Promise<AccessToken>

/** The browser's client at the embedded provider, and the audience of its tokens. */
export const webClient = 'oa-web'

/** Accepts tokens of the embedded provider only: RS256, its issuer, our audience, `at+jwt`. */
export function embeddedVerifier(issuer: string, { signing }: Keys): VerifyToken {
  const { kty, n, e, kid, alg, use } = signing
  const keys = createLocalJWKSet({ keys: [{ kty, n, e, kid, alg, use }] })
  return verifying(keys, async (token, getKey) => {
    const { payload } = await jwtVerify(token, getKey, { algorithms: ['RS256'], issuer, audience: webClient, typ: 'at+jwt', requiredClaims: ['sub', 'exp', 'epoch'] })
    return typeof payload['epoch'] === 'number' ? payload : undefined
  })
}

/** Accepts access tokens of an external, Keycloak-shaped provider; an ID token does not pass for one. */
export function externalVerifier(issuer: string, clientId: string): VerifyToken {
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), { timeoutDuration: 5_000, cooldownDuration: 30_000 })
  return verifying(keys, async (token, getKey) => {
    const { payload, protectedHeader } = await jwtVerify(token, getKey, { algorithms: ['RS256', 'PS256', 'ES256'], issuer, requiredClaims: ['sub', 'exp'] })
    const isAccess = protectedHeader.typ?.toLowerCase() === 'at+jwt' || payload['typ'] === 'Bearer'
    const isOurs = payload['azp'] === clientId || [payload.aud].flat().includes(clientId)
    return isAccess && isOurs ? payload : undefined
  })
}

function verifying(keys: JWTVerifyGetKey, check: (token: string, keys: JWTVerifyGetKey) => Promise<JWTPayload | undefined>): VerifyToken {
  return async (token) => {
    const payload = await check(token, keys).catch(() => undefined)
    if (!payload?.sub || !payload.exp) throw new Unauthenticated('error.unauthenticated')
    const { preferred_username: userName, epoch } = payload
    return {
      subject: payload.sub,
      userName: typeof userName === 'string' ? userName : undefined,
      epoch: typeof epoch === 'number' ? epoch : undefined,
      expiresAt: new Date(payload.exp * 1000),
    }
  }
}

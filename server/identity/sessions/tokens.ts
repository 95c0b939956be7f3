import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { Unauthenticated } from '#kernel/errors.ts'
import { OutsideUnavailable } from '#server/http/answers/refusal.ts'
import type { Keys } from './keys.ts'

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

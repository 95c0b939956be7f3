import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { Forbidden, Unauthenticated } from '#kernel/errors.ts'
import { bearerOf } from './authenticate.ts'
import type { Keys } from './tokens.ts'

const address = /^[0-9a-f.:]+(\/\d{1,3})?$/i
const name = z.string().regex(/^[a-z][a-z0-9-]{2,63}$/, 'must be lower-case letters, digits and hyphens')

/** An account of another system, as the settings list it. */
export const serviceAccountInput = z.strictObject({
  id: name,
  secret: z.string().min(32, 'must have at least 32 characters').max(400),
  /** Addresses and networks from which it may call. */
  addresses: z.array(z.string().regex(address, 'must be an address or a network')).min(1),
  /** Systems that it represents, with their clients. */
  systems: z.array(z.strictObject({ name: z.string().min(1).max(20), clients: z.array(z.string().min(1).max(10)).min(1) })).min(1),
  /** Allowed targets of results. */
  callbacks: z.array(z.string().min(1).max(60)).default([]),
  /** Hosts, with ports, from which files may be fetched. */
  attachmentHosts: z.array(z.string().min(1).max(200)).default([]),
})

export type ServiceAccount = z.output<typeof serviceAccountInput>

/** Audience of tokens of service accounts; these are not accepted as tokens of people, nor the reverse. */
export const inboundAudience = 'oa-inbound'

export interface ServiceAccountSetup {
  readonly accounts: readonly ServiceAccount[]
  /** Issuer of the tokens: the embedded provider, or an external one. */
  readonly issuer: string
  /** Keys of the embedded provider; by default those that the external one publishes. */
  readonly keys: Keys | undefined
}

/**
 * Authenticates the service account of a request by its client-credentials token and its network address as reported by trusted proxies.
 */
export function serviceAccounts({ accounts, issuer, keys }: ServiceAccountSetup) {
  const byId = new Map(accounts.map((account) => [account.id, { account, allows: addressesOf(account) }]))
  const published = keysOf(issuer, keys)
  return async (request: FastifyRequest): Promise<ServiceAccount> => {
    const client = await clientOf(bearerOf(request.headers.authorization), { issuer, published, isEmbedded: keys !== undefined })
    const known = byId.get(client)
    if (!known) throw new Unauthenticated('error.unauthenticated')
    if (!known.allows(request.ip)) throw new Forbidden('error.forbidden')
    return known.account
  }
}

interface TokenSource {
  readonly issuer: string
  readonly published: JWTVerifyGetKey
  readonly isEmbedded: boolean
}

/** The client to which a token was issued. @throws Unauthenticated */
async function clientOf(token: string, { issuer, published, isEmbedded }: TokenSource): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, published, { issuer, requiredClaims: ['exp'],
      ...(isEmbedded ? { algorithms: ['RS256'], audience: inboundAudience, typ: 'at+jwt' } : { algorithms: ['RS256', 'PS256', 'ES256'] }) })
    const client = payload['client_id'] ?? payload['azp']
    if (typeof client === 'string') return client
  } catch (error) {
    throw new Unauthenticated('error.unauthenticated', { cause: error instanceof Error ? error.name : 'unknown' })
  }
  throw new Unauthenticated('error.unauthenticated')
}

function keysOf(issuer: string, keys: Keys | undefined): JWTVerifyGetKey {
  if (!keys) return createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), { timeoutDuration: 5_000 })
  const { kty, n, e, kid, alg, use } = keys.signing
  return createLocalJWKSet({ keys: [{ kty, n, e, kid, alg, use }] })
}

function addressesOf({ addresses }: ServiceAccount): (ip: string) => boolean {
  const allowed = new BlockList()
  for (const entry of addresses) {
    const [network = '', prefix] = entry.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    allowed.addSubnet(network, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return (ip) => {
    const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip
    return isIP(plain) !== 0 && allowed.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

import type { FastifyInstance } from 'fastify'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { BadRequest } from './answers/errors.ts'

export interface PageSecurity {
  /** Nonce of this answer; allows `<style>` elements with it. */
  readonly nonce?: string
  /** The URLs to which forms may be posted and redirected; none by default. */
  readonly formAction?: readonly string[]
  /** Further hosts to which scripts may connect: an external identity provider, the socket for older browsers. */
  readonly connect?: readonly string[]
}

/** Content-Security-Policy of our HTML pages: scripts from this host only, styles by nonce. */
export function contentSecurityPolicy({ nonce, formAction = ["'none'"], connect = [] }: PageSecurity): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction.join(' ')}`,
  ].join('; ')
}

/** The socket's origins on the host of a page, for browsers whose 'self' does not include them. */
export function socketSources(host: string): string[] {
  return /^[a-z0-9.\-[\]:]+$/i.test(host) ? [`ws://${host}`, `wss://${host}`] : []
}

/** Sets security headers on every answer; pages override the strict Content-Security-Policy for data. */
export async function installSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const encrypted = publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false,
      directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'form-action': ["'none'"], 'frame-ancestors': ["'none'"] } },
    strictTransportSecurity: encrypted ? { maxAge: 31_536_000 } : false,
    // Without an origin the identity provider could not tell posts of its own pages from foreign ones.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Browsers ignore both except over HTTPS or on localhost, and would log a warning.
    crossOriginOpenerPolicy: encrypted,
    originAgentCluster: encrypted,
  })
}

/** Rate limit for routes with secrets that could be guessed (login, captcha, codes): `config: { rateLimit: tight }`. */
export const tight = Object.freeze({ max: 30, timeWindow: 60_000 })

/** Limits the requests of one address, before any other processing. */
export async function installRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => tooMany() })
  const count = app.createRateLimit({ max: requestsPerMinute, timeWindow: 60_000 })
  app.addHook('onRequest', async (request, reply) => {
    const seen = await count(request)
    if (seen.isAllowed || !seen.isExceeded) return
    reply.header('retry-after', seen.ttlInSeconds)
    throw tooMany()
  })
}

const tooMany = () => new BadRequest(429, 'error.tooManyRequests')

import type { FastifyInstance } from 'fastify'
import helmet from '@fastify/helmet'

export interface PageSecurity {
  /** Of this one answer; allows the `<style>` elements that carry it. */
  readonly nonce?: string
  /** The addresses that forms may be posted to and lead to; none by default. */
  readonly formAction?: readonly string[]
  /** Further hosts that scripts may ask: an external identity provider, the socket of older browsers. */
  readonly connect?: readonly string[]
}

/** Content-Security-Policy of an HTML page of ours: scripts from this host only, styles by nonce. */
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

/** The socket's address on the host that a page came from, for browsers whose 'self' does not cover it. */
export function socketSources(host: string): string[] {
  return /^[a-z0-9.\-[\]:]+$/i.test(host) ? [`ws://${host}`, `wss://${host}`] : []
}

/** Headers of every answer; a page sets its own Content-Security-Policy over the strict one of data. */
export async function installSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const encrypted = publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false,
      directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'form-action': ["'none'"], 'frame-ancestors': ["'none'"] } },
    strictTransportSecurity: encrypted ? { maxAge: 31_536_000 } : false,
    // Without an origin the identity provider could not tell its own pages' posts from foreign ones.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Both only mean something to a browser over HTTPS or localhost; elsewhere they are a console warning.
    crossOriginOpenerPolicy: encrypted,
    originAgentCluster: encrypted,
  })
}

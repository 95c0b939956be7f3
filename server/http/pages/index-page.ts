import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, socketSources } from '../security.ts'

const placeholder = '__CSP_NONCE__'

/**
 * The one HTML page, read once; each answer carries a nonce of its own for the styles that scripts add.
 * `connect` names further hosts that its scripts may ask.
 */
export function indexPage(directory: string, connect: readonly string[]): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const parts = readFileSync(join(directory, 'index.html'), 'utf8').split(placeholder)
  return (request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept, Authorization')
      .header('content-security-policy',
        contentSecurityPolicy({ nonce, formAction: ["'self'"], connect: [...connect, ...socketSources(request.host)] }))
      .send(parts.join(nonce))
  }
}

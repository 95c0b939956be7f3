import type { FastifyRequest } from 'fastify'
import { Refused } from '#kernel/errors.ts'
import { hashOf } from '#server/canonical.ts'

/** The facts by which a repeatable call is recognised. */
export interface RepeatableCall {
  readonly userId: string
  /** Method and pattern: `POST /workflow/pass`. */
  readonly route: string
  /** Hash of path parameters and query. */
  readonly parameters: string
  readonly key: string
  readonly bodyHash: string
}

/**
 * Reads the Idempotency-Key of a call; undefined when it has none.
 * @throws Refused when the key is not 1 to 200 visible characters.
 */
export function repeatableCall(request: FastifyRequest): RepeatableCall | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refused('error.idempotencyKeyInvalid')
  return {
    userId: request.caller.id,
    route: `${request.method} ${request.routeOptions.url}`,
    parameters: hashOf({ params: request.params, query: request.query }),
    key,
    bodyHash: hashOf(request.body ?? null),
  }
}

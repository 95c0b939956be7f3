import type { FastifyInstance } from 'fastify'
import rateLimit from '@fastify/rate-limit'
import { BadRequest } from './answers/refusal.ts'

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

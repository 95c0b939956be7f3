import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { open } from '../access.ts'
import { contentSecurityPolicy } from '../security.ts'
import { type DescribedCalls, docsPage } from './page.ts'

/** `/docs` for people, `/docs/json` for tools. */
export function registerDocs(app: FastifyInstance): void {
  const config = { access: open, raw: true } as const
  const schema = { hide: true }
  app.get('/docs/json', { config, schema }, async () => app.swagger())
  app.get('/docs', { config, schema }, async (_, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy({ nonce })).send(
      docsPage(app.swagger() as DescribedCalls, nonce),
    )
  })
}

import type { FastifyInstance } from 'fastify'
import type { DatabaseHealth } from '#server/database/open.ts'
import { open } from './access.ts'
import { sendEnvelope } from './answers/envelope.ts'

export interface Health {
  readonly database: () => Promise<DatabaseHealth>
  /** Time of the pages' build; undefined without pages. */
  readonly build: string | undefined
}

/** `/public/health` for load balancers (HTTP 503 while the database is down) and `/public/version` for people. */
export function registerHealth(app: FastifyInstance, { database, build = 'none' }: Health): void {
  app.get('/public/health', { config: { access: open }, logLevel: 'warn' }, async (_, reply) => {
    const { state, at, took } = await database()
    const ready = state === 'ready'
    const data = { status: ready ? 'up' : 'down', db: state, build, ...(at && { askedAt: at.toISOString(), took }) }
    return ready ? data : sendEnvelope(reply, 503, { code: 503, msg: '', data })
  })
  app.get('/public/version', { config: { access: open } }, async () => ({ build }))
}

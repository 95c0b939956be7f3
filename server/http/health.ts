import type { FastifyInstance } from 'fastify'
import type { DatabaseState } from '#server/database/embedded/supervisor.ts'
import { open } from './access.ts'
import { sendEnvelope } from './answers/envelope.ts'

export interface Health {
  readonly database: () => Promise<{ state: DatabaseState }>
  /** When the pages were built; undefined without pages. */
  readonly build: string | undefined
}

/** `/public/health` for balancers (HTTP 503 while the database is away) and `/public/version` for people. */
export function registerHealth(app: FastifyInstance, { database, build = 'none' }: Health): void {
  app.get('/public/health', { config: { access: open }, logLevel: 'warn' }, async (_, reply) => {
    const { state } = await database()
    const ready = state === 'ready'
    const data = { status: ready ? 'up' : 'down', db: state, build }
    return ready ? data : sendEnvelope(reply, 503, { code: 503, msg: '', data })
  })
  app.get('/public/version', { config: { access: open } }, async () => ({ build }))
}

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { can, canSync } from '../permissions.ts'
import { cardPath, type CardSource } from '../business-card.ts'
import { cardSettings, synchronise } from './synchronise.ts'

/** Calls to synchronise the caller's cards, and to ask whether a source of collected cards is configured. */
export function cardRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  // each card has its own transaction, and a repeated write is idempotent
  routes.post(`${cardPath}/sync`, { config: { access: needs(canSync.sync), resource: 'businessCard', repeats: 'parts' },
    schema: { body: z.strictObject({}) } }, ({ caller }) => synchronise(host, caller.id))

  routes.get(`${cardPath}/sync/source`, { config: { access: needs(can.view), resource: 'businessCard' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async (): Promise<CardSource> => ({ isConfigured: cardSettings(host.env) !== undefined }))
}

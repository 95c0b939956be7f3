import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { defineServer } from '#server/plugin.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { migrations } from './migrations.ts'
import { cardRules } from './rules.ts'
import { synchronise, cardSettings } from './synchronise.ts'
import { can, canSync } from '../permissions.ts'
import { cardPath, type CardSource } from '../business-card.ts'
import { samples } from './samples.ts'

/** Calls to synchronise the caller's cards, and to ask whether a source of collected cards is configured. */
function cardRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  // each card has its own transaction, and a repeated write is idempotent
  routes.post(`${cardPath}/sync`, { config: { access: needs(canSync.sync), resource: 'businessCard', repeats: 'parts' },
    schema: { body: z.strictObject({}) } }, ({ caller }) => synchronise(host, caller.id))

  routes.get(`${cardPath}/sync/source`, { config: { access: needs(can.view), resource: 'businessCard' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async (): Promise<CardSource> => ({ isConfigured: cardSettings(host.env) !== undefined }))
}

export default defineServer({
  id: 'cards',
  contributes: [samples],
  migrations,
  routes: cardRoutes,
  records: { businessCard: cardRules },
  // always configured: a person's own card is made from the address book
  syncSources: [{ kind: 'CARD', cn: '名片', en: 'Business cards', isConfigured: () => true,
    run: async (host, by) => void (await synchronise(host, by)) }],
})

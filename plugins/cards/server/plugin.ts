import { defineServer } from '#server/plugin.ts'
import { migrations } from './migrations.ts'
import { cardRoutes } from './routes.ts'
import { cardRules } from './rules.ts'
import { synchronise } from './synchronise.ts'

export default defineServer({
  id: 'cards',
  migrations,
  routes: cardRoutes,
  records: { businessCard: cardRules },
  // always configured: a person's own card is made from the address book
  syncSources: [{ kind: 'CARD', cn: '名片', en: 'Business cards', isConfigured: () => true,
    run: async (host, by) => void (await synchronise(host, by)) }],
})

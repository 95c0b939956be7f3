import { defineServer } from '#server/plugin.ts'
import { migrations } from './migrations.ts'
import { cardCalls } from './routes.ts'
import { cardRules } from './rules.ts'
import { synchronise } from './synchronise.ts'

export default defineServer({
  id: 'cards',
  migrations,
  routes: cardCalls,
  records: { businessCard: cardRules },
  // one's own card comes from the address book, whatever else is set up
  syncSources: [{ kind: 'CARD', cn: '名片', en: 'Business cards', isConfigured: () => true,
    run: async (host, by) => void (await synchronise(host, by)) }],
})

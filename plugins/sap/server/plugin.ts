import { defineServer } from '#server/plugin.ts'
import { sapCallsOfForms } from './external-calls.ts'
import { sapRoutes } from './routes.ts'
import { interfacesCall } from './interfaces-route.ts'
import { migrations } from './migrations.ts'
import { sapPayments, readReversals } from './payments/extension.ts'
import { openItemsCall } from './payments/open-items-route.ts'
import { paymentPosting } from './payments/posting.ts'
import { sapPostingCalls } from './posting-calls.ts'
import { sapSources } from './sync/source.ts'
import { sapUnitRules } from './units.ts'
import { samples } from './samples.ts'

export default defineServer({
  id: 'sap',
  contributes: [samples],
  callNames: { subjects: { sap: { cn: 'SAP', en: 'SAP' } },
    operations: { '/oaserver/sap/cache/clean': { cn: '清空缓存', en: 'Clear the cache' } } },
  migrations,
  records: { sapUnit: sapUnitRules },
  routes(app, host) {
    sapRoutes(app, host)
    openItemsCall(app, host)
    interfacesCall(app, host)
  },
  externalCalls: sapCallsOfForms,
  postingCalls: sapPostingCalls,
  extensions: [sapPayments],
  jobs: [readReversals],
  serviceTasks: [paymentPosting],
  syncSources: sapSources,
})

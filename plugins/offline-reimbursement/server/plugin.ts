import { defineServer } from '#server/plugin.ts'
import { offlineAudit } from './audit.ts'
import { countEarlier, offlineCountAudit, offlineRecount } from './counting.ts'
import { migrations } from './migrations.ts'
import { offlineRoutes } from './routes.ts'
import { offlineRules } from './rules.ts'

export default defineServer({ id: 'offline-reimbursement', migrations, routes: offlineRoutes,
  records: { offlineReimbursement: offlineRules }, audits: [offlineAudit, offlineCountAudit], jobs: [offlineRecount], start: countEarlier })

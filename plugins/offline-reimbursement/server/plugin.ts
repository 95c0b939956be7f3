import { defineServer } from '#server/plugin.ts'
import { offlineAudit } from './audit.ts'
import { countEarlier } from './counting.ts'
import { migrations } from './migrations.ts'
import { offlineRoutes } from './routes.ts'
import { offlineRules } from './rules.ts'

export default defineServer({ id: 'offline-reimbursement', migrations, routes: offlineRoutes, records: { offlineReimbursement: offlineRules }, audits: [offlineAudit],
  start: countEarlier })

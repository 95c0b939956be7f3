import { defineServer } from '#server/plugin.ts'
import { eventMonth } from '#plugins/forms/server/public-api.ts'
import { offlineAudit } from './offline-reimbursement/audit.ts'
import { countEarlier, offlineCountAudit, offlineRecount } from './offline-reimbursement/counting.ts'
import { migrations } from './offline-reimbursement/migrations.ts'
import { offlineRoutes } from './offline-reimbursement/routes.ts'
import { offlineRules } from './offline-reimbursement/rules.ts'
import { serviceFeeApply } from '../types/serviceFeeApply/index.ts'
import { samples } from './samples/samples.ts'

/** Budget month of a service fee: the month in which the service begins. */
const serviceFeeMonth = eventMonth(serviceFeeApply.key, ({ servicePeriod }) => (Array.isArray(servicePeriod) ? servicePeriod[0] : null))

export default defineServer({
  id: 'expenses',
  contributes: [samples],
  // set name of the former module, under which databases have recorded these migrations
  migrationSets: [{ id: 'offline-reimbursement', migrations }],
  routes: offlineRoutes,
  records: { offlineReimbursement: offlineRules },
  extensions: [serviceFeeMonth],
  audits: [offlineAudit, offlineCountAudit],
  jobs: [offlineRecount],
  start: countEarlier,
})

import { defineServer } from '#server/plugin.ts'
import { endingContracts } from './action-items.ts'
import { contractAudit } from './audit.ts'
import { clauseReviewers } from './clause-reviewers.ts'
import { contractRules } from './contract-rules.ts'
import { linkedContracts } from './linking.ts'
import { lastUnitPrices } from './last-unit-prices.ts'
import { migrations } from './migrations.ts'
import { payingContracts } from './paying.ts'
import { completedContracts } from './completing.ts'
import { contractReminders } from './reminders.ts'
import { routes } from './routes.ts'
import { contractSource } from './source.ts'

export default defineServer({
  id: 'contracts',
  migrations,
  routes,
  records: { contract: contractRules },
  references: { contract: contractSource },
  extensions: [clauseReviewers, lastUnitPrices, completedContracts, payingContracts, linkedContracts],
  actionItems: [endingContracts],
  jobs: [contractReminders],
  audits: [contractAudit],
})

import { recordsOfEntries, statisticsRegisters } from '#plugins/statistics/server/public-api.ts'
import { defineServer } from '#server/plugin.ts'
import { endingContracts } from './action-items.ts'
import { contractEntries, contractReads, countedContracts } from './counted-rows.ts'
import { contractAudit } from './ledger/audit.ts'
import { clauseReviewers } from './documents/clause-reviewers.ts'
import { contractRules } from './records/contract-rules.ts'
import { linkedContracts } from './documents/linking.ts'
import { lastUnitPrices } from './documents/last-unit-prices.ts'
import { migrations } from './migrations.ts'
import { payingContracts } from './documents/paying.ts'
import { completedContracts } from './documents/completing.ts'
import { contractReminders } from './reminders.ts'
import { routes } from './routes.ts'
import { contractSource } from './records/source.ts'

export default defineServer({
  id: 'contracts',
  migrations,
  routes,
  records: { contract: contractRules },
  references: { contract: contractSource },
  extensions: [clauseReviewers, lastUnitPrices, completedContracts, payingContracts, linkedContracts],
  contributes: [
    statisticsRegisters.of({ name: 'contracts', rows: countedContracts, reads: contractReads,
      records: (ids) => recordsOfEntries(contractEntries(ids)) }),
  ],
  actionItems: [endingContracts],
  jobs: [contractReminders],
  audits: [contractAudit],
})

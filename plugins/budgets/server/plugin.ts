import { defineServer } from '#server/plugin.ts'
import { reasonsDue } from './variance/action-items.ts'
import { budgetAudit } from './ledger/audit.ts'
import { budgetUsages } from './plans/usages.ts'
import { budgetOfDocuments } from './documents/extension.ts'
import { migrations } from './migrations.ts'
import { plannedScope } from './grid/planned-scope.ts'
import { budgetRoutes } from './routes.ts'
import { figuresOfDocuments } from './documents/disclosed-figures.ts'
import { releaseRemaining } from './documents/release-remaining.ts'

export default defineServer({
  id: 'budgets', migrations, routes: budgetRoutes, extensions: [budgetOfDocuments, figuresOfDocuments], rowScopes: { budget: plannedScope }, audits: [budgetAudit], usages: [budgetUsages],
  jobs: [releaseRemaining], actionItems: [reasonsDue], warnings: [reasonsDue],
})

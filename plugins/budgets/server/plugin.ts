import { defineServer } from '../../../server/plugin.ts'
import { reasonsDue } from './attention.ts'
import { budgetAudit } from './audit.ts'
import { budgetDependants } from './dependants.ts'
import { budgetOfDocuments } from './extension.ts'
import { migrations } from './migrations.ts'
import { plannedSight } from './planned-sight.ts'
import { budgetRoutes } from './routes.ts'
import { figuresOfDocuments } from './shown-figures.ts'
import { releaseUnclaimed } from './unclaimed.ts'

export default defineServer({
  id: 'budgets', migrations, routes: budgetRoutes, extensions: [budgetOfDocuments, figuresOfDocuments], sights: { budget: plannedSight }, audits: [budgetAudit], dependants: [budgetDependants],
  jobs: [releaseUnclaimed], attention: [reasonsDue], warnings: [reasonsDue],
})

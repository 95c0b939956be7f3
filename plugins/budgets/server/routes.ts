import type { FastifyInstance } from 'fastify'
import type { Host } from '../../../server/plugin.ts'
import { importRoutes } from '../../../server/imports/routes.ts'
import { exportRoutes } from '../../../server/workbooks/export-routes.ts'
import { adjustCall } from './adjust-call.ts'
import { checkCall } from './check-call.ts'
import { planExporter } from './export-plans.ts'
import { glanceCall } from './glance-call.ts'
import { planImporter } from './import-plans.ts'
import { ledgerCalls } from './ledger-calls.ts'
import { listCall } from './list-call.ts'
import { pageCall } from './page-call.ts'
import { planCalls } from './plan-calls.ts'
import { varianceCalls } from './variance-calls.ts'
import { yearCalls } from './year-calls.ts'

const planPath = '/budgetservice/annualBudget'

/** What forms, finance and heads ask of the budgets. */
export function budgetRoutes(app: FastifyInstance, host: Host): void {
  for (const calls of [checkCall, listCall, ledgerCalls, pageCall, planCalls, adjustCall, yearCalls, varianceCalls, glanceCall]) calls(app, host)
  importRoutes(app, host, planPath, planImporter(host))
  exportRoutes(app, host, planPath, planExporter(host))
}

import type { FastifyInstance } from 'fastify'
import type { Host } from '#server/host.ts'
import { importRoutes } from '#server/imports/routes.ts'
import { exportRoutes } from '#server/workbooks/export-routes.ts'
import { adjustCall } from './plans/adjust-route.ts'
import { checkCall } from './documents/check-route.ts'
import { planExporter } from './plans/export.ts'
import { glanceCall } from './grid/glance-route.ts'
import { planImporter } from './plans/import.ts'
import { ledgerExporter } from './ledger/export.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { listCall } from './grid/list-route.ts'
import { pageCall } from './grid/page-route.ts'
import { planRoutes } from './plans/routes.ts'
import { myYearCall } from './overview/my-year-route.ts'
import { overviewCall } from './overview/overview-route.ts'
import { varianceRoutes } from './variance/routes.ts'
import { yearRoutes } from './plans/year-routes.ts'

const planPath = '/budgetservice/annualBudget'
const ledgerPath = '/budgetservice/budget/ledger'

/** Calls of forms, finance and heads about the budgets. */
export function budgetRoutes(app: FastifyInstance, host: Host): void {
  for (const calls of [checkCall, listCall, ledgerRoutes, pageCall, planRoutes, adjustCall, yearRoutes, varianceRoutes, glanceCall,
    overviewCall, myYearCall]) calls(app, host)
  importRoutes(app, host, planPath, planImporter(host))
  exportRoutes(app, host, planPath, planExporter(host))
  exportRoutes(app, host, ledgerPath, ledgerExporter(host))
}

import type { FastifyInstance } from 'fastify'
import type { Host } from '../../../server/plugin.ts'
import { checkCall } from './check-call.ts'
import { ledgerCalls } from './ledger-calls.ts'
import { listCall } from './list-call.ts'

/** What forms and finance ask of the budgets. */
export function budgetRoutes(app: FastifyInstance, host: Host): void {
  checkCall(app, host)
  listCall(app, host)
  ledgerCalls(app, host)
}

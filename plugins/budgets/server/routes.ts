import type { FastifyInstance } from 'fastify'
import type { Host } from '../../../server/plugin.ts'
import { adjustCall } from './adjust-call.ts'
import { checkCall } from './check-call.ts'
import { glanceCall } from './glance-call.ts'
import { ledgerCalls } from './ledger-calls.ts'
import { listCall } from './list-call.ts'
import { pageCall } from './page-call.ts'
import { planCalls } from './plan-calls.ts'
import { varianceCalls } from './variance-calls.ts'
import { yearCalls } from './year-calls.ts'

/** What forms, finance and heads ask of the budgets. */
export function budgetRoutes(app: FastifyInstance, host: Host): void {
  for (const calls of [checkCall, listCall, ledgerCalls, pageCall, planCalls, adjustCall, yearCalls, varianceCalls, glanceCall]) calls(app, host)
}

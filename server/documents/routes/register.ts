import type { FastifyInstance } from 'fastify'
import { accountNumberCalls } from './account-numbers.ts'
import { actionCalls } from './actions.ts'
import { choiceCalls } from './choices.ts'
import type { Calls } from './context.ts'
import { definitionCalls } from './definitions.ts'
import { documentCalls } from './documents.ts'
import { filingCalls } from './filing.ts'
import { followUpCalls } from './follow-up.ts'
import { historyCalls } from './history.ts'
import { handOverCall } from './hand-over.ts'
import { handingCalls } from './handing.ts'
import { listCalls } from './lists.ts'
import { offBudgetCalls } from './off-budget.ts'
import { processCalls } from './processes.ts'
import { remarkRoutes } from './remarks.ts'
import { repairCalls } from './repairs.ts'
import { savedViewCalls } from './saved-views.ts'
import { flowAnalysis } from '../flow-analysis/judge.ts'
import { flowVersionRoutes } from './flow-versions.ts'
import { flowAnalysisRoutes } from './flow-analysis.ts'
import { tableRowCalls } from './table-rows.ts'
import { typeListCalls } from './type-lists.ts'

/** Registers every call around documents. */
export function documentRoutes(app: FastifyInstance, calls: Calls): void {
  processCalls(app, calls)
  definitionCalls(app, calls)
  filingCalls(app, calls)
  choiceCalls(app, calls)
  documentCalls(app, calls)
  accountNumberCalls(app, calls)
  historyCalls(app, calls)
  listCalls(app, calls)
  typeListCalls(app, calls)
  savedViewCalls(app, calls)
  tableRowCalls(app, calls)
  actionCalls(app, calls)
  handingCalls(app, calls)
  remarkRoutes(app, calls)
  repairCalls(app, calls)
  handOverCall(app, calls)
  offBudgetCalls(app, calls)
  followUpCalls(app, calls)
  const judge = flowAnalysis(calls.host)
  flowAnalysisRoutes(app, calls, judge)
  flowVersionRoutes(app, calls, judge)
}

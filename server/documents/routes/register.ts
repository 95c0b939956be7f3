import type { FastifyInstance } from 'fastify'
import { accountNumberRoutes } from './account-numbers.ts'
import { actionRoutes } from './actions.ts'
import { choiceRoutes } from './choices.ts'
import type { DocumentRouteContext } from './context.ts'
import { definitionRoutes } from './definitions.ts'
import { documentRoutes } from './documents.ts'
import { filingRoutes } from './filing.ts'
import { followUpRoutes } from './follow-up.ts'
import { historyRoutes } from './history.ts'
import { interventionRoutes } from './interventions.ts'
import { handOverCall } from './hand-over.ts'
import { taskAssignmentRoutes } from './task-assignment.ts'
import { listRoutes } from './lists.ts'
import { moduleActionRoutes } from './module-actions.ts'
import { processRoutes } from './processes.ts'
import { remarkRoutes } from './remarks.ts'
import { repairRoutes } from './repairs.ts'
import { savedViewRoutes } from './saved-views.ts'
import { flowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { flowVersionRoutes } from './flow-versions.ts'
import { flowAnalysisRoutes } from './flow-analysis.ts'
import { tableRowRoutes } from './table-rows.ts'
import { typeListRoutes } from './type-lists.ts'

/** Registers every call around documents. */
export function allDocumentRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  processRoutes(app, calls)
  definitionRoutes(app, calls)
  filingRoutes(app, calls)
  choiceRoutes(app, calls)
  documentRoutes(app, calls)
  accountNumberRoutes(app, calls)
  historyRoutes(app, calls)
  listRoutes(app, calls)
  typeListRoutes(app, calls)
  savedViewRoutes(app, calls)
  tableRowRoutes(app, calls)
  actionRoutes(app, calls)
  taskAssignmentRoutes(app, calls)
  remarkRoutes(app, calls)
  repairRoutes(app, calls)
  interventionRoutes(app, calls)
  handOverCall(app, calls)
  moduleActionRoutes(app, calls)
  followUpRoutes(app, calls)
  const judge = flowAnalysis(calls.host)
  flowAnalysisRoutes(app, calls, judge)
  flowVersionRoutes(app, calls, judge)
}

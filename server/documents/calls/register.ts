import type { FastifyInstance } from 'fastify'
import { actionCalls } from './actions.ts'
import type { Calls } from './context.ts'
import { documentCalls } from './documents.ts'
import { filingCalls } from './filing.ts'
import { listCalls } from './lists.ts'
import { processCalls } from './processes.ts'

/** Registers every call around documents. */
export function documentRoutes(app: FastifyInstance, calls: Calls): void {
  processCalls(app, calls)
  filingCalls(app, calls)
  documentCalls(app, calls)
  listCalls(app, calls)
  actionCalls(app, calls)
}

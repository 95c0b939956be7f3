import type { FastifyInstance } from 'fastify'
import type { Resource } from '#kernel/resource.ts'
import type { Host } from '#server/host.ts'
import { callsOf } from './routes.ts'
import { batchCall } from './batch-route.ts'
import { exportingRoutes } from './export-routes.ts'
import { importingRoutes } from './import-routes.ts'
import { readingRoutes, revealingRoute } from './read-routes.ts'
import type { RecordRules } from '../rules.ts'
import { syncingCall } from './sync-route.ts'
import { bindingCall, enablingCall, statusCall } from './enable-routes.ts'
import { deletingCall, writingRoutes } from './write-routes.ts'

/** Serves the calls of one resource as its declaration says. */
export function resourceRoutes(app: FastifyInstance, host: Host, resource: Resource, rules: RecordRules): void {
  const calls = callsOf(app, host, resource, rules)
  importingRoutes(app, calls, rules)
  exportingRoutes(app, calls)
  readingRoutes(calls)
  revealingRoute(calls)
  writingRoutes(calls)
  deletingCall(calls)
  syncingCall(calls)
  enablingCall(calls)
  statusCall(calls)
  bindingCall(calls)
  batchCall(calls)
}

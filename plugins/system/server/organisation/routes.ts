import type { FastifyInstance } from 'fastify'
import type { Host } from '#server/host.ts'
import { syncCalls } from '../directory/sync-routes.ts'
import { memberCalls } from './member-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { unitCalls } from './unit-routes.ts'

/** The organisation as its administrators keep it. */
export function organisationRoutes(app: FastifyInstance, host: Host): void {
  syncCalls(app, host)
  unitCalls(app, host)
  memberCalls(app, host)
  usageRoutes(app, host)
}

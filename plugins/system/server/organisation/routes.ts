import type { FastifyInstance } from 'fastify'
import type { Host } from '#server/host.ts'
import { syncRoutes } from '../directory/sync-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { unitRoutes } from './unit-routes.ts'

/** The organisation as its administrators keep it. */
export function organisationRoutes(app: FastifyInstance, host: Host): void {
  syncRoutes(app, host)
  unitRoutes(app, host)
  memberRoutes(app, host)
  usageRoutes(app, host)
}

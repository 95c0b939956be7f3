import type { FastifyInstance } from 'fastify'
import type { Host } from '../../../../server/plugin.ts'
import { syncCalls } from '../directory/sync-calls.ts'
import { memberCalls } from './member-calls.ts'
import { restingCalls } from './resting-calls.ts'
import { unitCalls } from './unit-calls.ts'

/** The organisation as its administrators keep it. */
export function organisationRoutes(app: FastifyInstance, host: Host): void {
  syncCalls(app, host)
  unitCalls(app, host)
  memberCalls(app, host)
  restingCalls(app, host)
}

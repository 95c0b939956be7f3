import type { FastifyInstance } from 'fastify'
import { actionItemsOf } from '#server/extensions/action-items.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { administrationItemsPath, anySystem } from '#plugins/system/action-items-wire.ts'

/** Call of what administrators have to see to, of all modules, counted in what the caller sees. */
export function administrationRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(administrationItemsPath, { config: { access: needs(anySystem), resource: 'actionItems' } },
    ({ caller }) => actionItemsOf(actionItems, 'administration', { db, caller, at: clock.now(), departments }))
}

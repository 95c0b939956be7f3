import type { FastifyInstance } from 'fastify'
import { actionItemsOf } from '#server/extensions/action-items.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { administrationItemsPath } from '#plugins/system/action-items-wire.ts'

/** Call of what administrators have to see to, of all modules: the items that the caller may see, counted in what they see. */
export function administrationRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(administrationItemsPath, { config: { access: signedIn, resource: 'actionItems' } },
    ({ caller }) => actionItemsOf(actionItems, 'administration', { db, caller, at: clock.now(), departments }))
}

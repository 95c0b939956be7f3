import type { FastifyInstance } from 'fastify'
import { actionItemsOf } from '#server/extensions/action-items.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { actionItemsPath, anyFinance } from '../permissions.ts'

/** Call that counts open items of all modules within the caller's scope. */
export function actionItemRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(actionItemsPath, { config: { access: needs(anyFinance), resource: 'actionItems' } },
    ({ caller }) => actionItemsOf(actionItems, 'finance', { db, caller, at: clock.now(), departments }))
}

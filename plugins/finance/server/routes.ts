import type { FastifyInstance } from 'fastify'
import { actionItemsOf } from '#server/extensions/action-items.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { actionItemsPath } from '../action-items.ts'
import { anyFinance } from '../permissions.ts'

/** Calls of what of the modules' records the caller has to see to, counted in what they see. */
export function actionItemRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(actionItemsPath, { config: { access: needs(anyFinance), resource: 'actionItems' } },
    ({ caller }) => actionItemsOf(actionItems, 'finance', { db, caller, at: clock.now(), departments }))
}

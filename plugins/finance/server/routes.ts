import type { FastifyInstance } from 'fastify'
import { permits } from '#kernel/permissions.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { type ActionItemsAnswer, actionItemsPath } from '../action-items.ts'
import { anyFinance } from '../permissions.ts'

/** Calls of what of the modules' records the caller has to see to, counted in what they see. */
export function actionItemRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(actionItemsPath, { config: { access: needs(anyFinance), resource: 'actionItems' } },
    ({ caller }): Promise<ActionItemsAnswer[]> => {
      const permitted = actionItems.filter((each) => permits(caller.permissions, each.needs))
      return Promise.all(permitted.map(async ({ id, cn, en, enOne = en, path, count }) => {
        const found = await count({ db, caller, at: clock.now(), departments })
        return { id, cn, en: found === 1 ? enOne : en, path, count: found }
      }))
    })
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import { switchBudget } from '../lifecycle/off-budget.ts'
import { type Calls, unitOfWork, typed } from './context.ts'
import { id } from './inputs.ts'

const input = z.strictObject({
  businessKey: id,
  items: z.array(z.strictObject({ itemId: id, offBudgetStatus: z.union([z.enum(['0', '1']), z.literal(0), z.literal(1)]) })).min(1).max(
    1000,
  ),
})

/** The call that takes rows of a completed document out of the budget, or puts them back. */
export function offBudgetRoutes(app: FastifyInstance, calls: Calls): void {
  typed(app).post('/oaserver/:businessType/changeOffBudgetItemStatus', {
    config: { access: signedIn, resource: 'document', repeats: 'once' },
    schema: { params: z.strictObject({ businessType: z.string().max(64) }), body: input },
  }, (request) =>
    unitOfWork(calls, request, async (context) => {
      const { businessKey, items } = request.body
      const switches = items.map(({ itemId, offBudgetStatus }) => ({ itemId, offBudgetStatus: String(offBudgetStatus) }))
      await switchBudget(context, { type: request.params.businessType, document: businessKey, items: switches })
      return withMessage({ businessKey }, 'documents.switched')
    }))
}

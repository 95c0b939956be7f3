import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import { doModuleAction } from '../lifecycle/module-action.ts'
import { type DocumentRouteContext, unitOfWork, typed } from './context.ts'
import { id } from './inputs.ts'

/** The call of each action that a module adds to documents. */
export function moduleActionRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  for (const action of calls.host.documentActions)
    typed(app).post(`/oaserver/:businessType/${action.call}`, {
      config: { access: signedIn, resource: 'document', repeats: 'once' },
      schema: { params: z.strictObject({ businessType: z.string().max(64) }), body: z.strictObject({ ...action.input, businessKey: id }) },
    }, (request) =>
      unitOfWork(calls, request, async (context) => {
        const { businessKey, ...input } = request.body
        await doModuleAction(context, action, { type: request.params.businessType, document: businessKey, input })
        return withMessage({ businessKey }, action.answer)
      }))
}

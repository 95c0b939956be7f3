import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { followUpStartOf } from '../links/follow-up-start.ts'
import { followUp } from '../lifecycle/follow-up.ts'
import { stateCodes } from '../wire.ts'
import { type DocumentRouteContext, unitOfWork, reading, typed } from './context.ts'
import { business, confirmed, hints, id } from './inputs.ts'

const body = z.strictObject({ ...hints, procInstId: id, followUp: id, business, confirmed })

/** Calls after a document's completion: what it still leaves open is written, and it is claimed. */
export function followUpRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  typed(app).get('/workflow/canReimburse/:procInstId', { config: { access: signedIn, resource: 'document' },
    schema: { params: z.strictObject({ procInstId: id }) } },
    (request) => followUpStartOf(reading(calls, request), request.params.procInstId))

  typed(app).post('/workflow/followUp', { config: { access: signedIn, resource: 'document', repeats: 'once' }, schema: { body } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, followUp: stepId, business: incoming, confirmed: accepted } = request.body
        const { status } = await followUp(context, { document: procInstId, followUp: stepId, incoming, accepted })
        return { state: stateCodes[status] }
      }))
}

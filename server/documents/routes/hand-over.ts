import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { serverMessages } from '#server/server-messages.ts'
import { signedIn } from '#server/http/access.ts'
import { mustBeEnabled } from '../lifecycle/commands.ts'
import { handOver } from '../lifecycle/hand-over.ts'
import { demandFlowAdministrator } from '../visibility/scope.ts'
import { type DocumentRouteContext, readContext, typed } from './context.ts'
import { bulk, hints, id } from './inputs.ts'

/** Maximum number of documents per call; clients send several calls for more. */
const most = 50

const input = z.strictObject({ ...hints, bulk, from: id, to: id, comment: z.string().trim().min(1, 'error.field.required').max(500),
  documents: z.array(id).min(1).max(most) })

/** Reassigns a person's running tasks in these documents to another person; returns a result per document. For workflow administrators. */
export function handOverCall(app: FastifyInstance, calls: DocumentRouteContext): void {
  const find = serverMessages(calls.host.plugins)
  typed(app).post('/workflow/admin/handOver', { config: { access: signedIn, resource: 'document', repeats: 'parts' },
    preValidation: demandFlowAdministrator, schema: { body: input } }, async (request) => {
    const { language, body: { from, to, comment, documents } } = request
    const context = { ...readContext(calls, request), bulk: request.body.bulk }
    await mustBeEnabled(context, [to], 'to')
    const results = await handOver(context, { from, to, comment }, [...new Set(documents)])
    request.audited = { id: from, after: { to, comment, results } }
    return results.map(({ refusal, ...result }) => ({ ...result,
      reason: refusal ? (find(refusal.code, refusal.parameters, language) ?? refusal.code) : null })
    )
  })
}

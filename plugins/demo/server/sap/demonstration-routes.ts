import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { canPost } from '#plugins/sap/permissions.ts'
import { mannerInput, setManner } from './manner.ts'
import { reversePayment } from './post.ts'

const params = z.strictObject({ documentNo: z.string().regex(/^\d{1,15}$/) })

/** Route to reverse a payment in the simulated SAP, which has no user interface of its own. */
export function reversingCall(app: FastifyInstance, { db, clock }: Pick<Host, 'db' | 'clock'>): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/sap/demonstration/:documentNo/reverse', {
    config: { access: needs(canPost.retry), resource: 'sap', repeats: 'harmless' },
    schema: { params, body: z.strictObject({}).optional() },
  }, async (request) => {
    const { documentNo } = request.params
    if (!(await reversePayment(db, documentNo, clock.now()))) throw new Missing('error.missing')
    request.audited = { id: documentNo }
    return true
  })
}

/** Route that makes the simulated SAP slow, refuse postings or lose responses for some minutes, to demonstrate failures. */
export function mannerCall(app: FastifyInstance, { db, clock }: Pick<Host, 'db' | 'clock'>): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/sap/demonstration/manner', {
    config: { access: needs(canPost.retry), resource: 'sap', repeats: 'harmless' },
    schema: { body: mannerInput },
  }, async ({ body }) => {
    await setManner(db, body, clock.now())
    return true
  })
}

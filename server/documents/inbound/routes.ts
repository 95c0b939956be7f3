import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '#server/database/transaction.ts'
import { open } from '#server/http/access.ts'
import type { ServiceAccount } from '#server/identity/sessions/service-accounts.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'
import { askForDelivery, deliver, envelope } from './deliver.ts'

/** Parts of the product that the call of other systems needs. */
export interface InboundHost {
  readonly host: DocumentHost
  readonly flows: Definitions
  /** @throws Unauthenticated or Forbidden unless a service account calls, from one of its addresses */
  readonly serviceAccount: (request: FastifyRequest) => Promise<ServiceAccount>
}

/** The call by which SAP starts and corrects documents. The account is checked before the body; a repeated request gets the same answer. */
export function inboundRoutes(app: FastifyInstance, { host, flows, serviceAccount }: InboundHost): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/sap/inbound/:businessType', {
    config: { access: open, resource: 'document', repeats: 'parts' },
    schema: { params: z.strictObject({ businessType: z.string().max(64) }), body: envelope },
    preValidation: async (request) => {
      request.serviceAccount = await serviceAccount(request)
    },
  }, async (request) => {
    const account = request.serviceAccount
    if (!account) throw new Error('The service account was not established')
    const delivery = { type: request.params.businessType, account, sent: request.body }
    await askForDelivery({ host, flows, db: host.db, at: host.clock.now() }, delivery)
    const answer = await transaction(host.db, (db) => deliver({ host, flows, db, at: host.clock.now() }, delivery), request.auditLine)
    request.audited = { id: answer.businessKey }
    return answer
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    serviceAccount?: ServiceAccount
  }
}

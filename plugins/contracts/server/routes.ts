import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readerOf } from '#server/documents/visibility/scope.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { scopeConditions } from '#server/resources/scope.ts'
import { contract } from '../contract.ts'
import { canLedger } from '../permissions.ts'
import { bookOf } from './ledger/book.ts'
import { contracts } from './records/contracts.ts'
import { partPage } from './records/part-page.ts'

const byId = z.strictObject({ id: z.string().min(1).max(64) })
const language = z.strictObject({ _t: z.unknown().optional() })
const pageInput = z.strictObject({ current: z.int().min(1).max(100_000).default(1), size: z.int().min(1).max(200).default(20),
  keyword: z.string().trim().max(100).nullish() })

/** Calls beside the generic ones: terms and payments of a contract, and the contracts a person is responsible for. */
export function routes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get('/oaserver/contract/:id/book', { config: { access: needs(canLedger.view), resource: contract.name },
    schema: { params: byId, querystring: language } }, async ({ params, caller }) => {
    const scope = await scopeConditions(host, db, caller, contract)
    return bookOf(db, await contracts.one(db, params.id, scope), { caller, scope, documents: await readerOf(host, db, caller) })
  })

  typed.post('/oaserver/contract/partPage', { config: { access: signedIn, reads: true, resource: contract.name },
    schema: { body: pageInput } },
    async ({ body, caller }) => partPage(db, { caller, scope: await scopeConditions(host, db, caller, contract) }, body))
}

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readerOf } from '#server/documents/visibility/scope.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { compareDocument } from './checks/compare.ts'
import { statusesOf } from './checks/status.ts'
import { whereaboutsOf } from './checks/whereabouts.ts'
import { readAttachment } from './kept/read-attachment.ts'

const id = z.string().min(1).max(64)
const comparing = z.strictObject({ document: id, file: id.optional() })
const attachmentInput = z.strictObject({ attachment: id })

/**
 * Calls of the readings of uploaded files and what is known of them, and of documents beside their files. Readings are kept, which changes
 * nothing that anybody sees.
 */
export function routes(app: FastifyInstance, host: Host): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  calls.post('/oaserver/voucher/read', { config: { access: signedIn, resource: 'attachment', reads: true },
    schema: { body: attachmentInput } }, async ({ caller, body }) => {
    const reading = await readAttachment(host, caller, body.attachment)
    const statuses = await statusesOf(host.db, await readerOf(host, host.db, caller), reading.vouchers)
    const whereabouts = await whereaboutsOf(host.db, caller.id, reading.vouchers)
    return { ...reading, isVerifiable: host.env.invoiceCheck !== undefined,
      vouchers: reading.vouchers.map((voucher, index) => ({ ...voucher, ...statuses[index], ...whereabouts[index] })) }
  })

  calls.post('/oaserver/voucher/compare', { config: { access: signedIn, resource: 'document', reads: true }, schema: { body: comparing } },
    ({ caller, body }) => compareDocument(host, caller, body))
}

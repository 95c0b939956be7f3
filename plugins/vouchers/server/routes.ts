import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { compareDocument, statusesOf } from './checks/compare.ts'
import { journeyFactsOf } from './checks/journey-facts.ts'
import { readAttachment } from './kept/read-attachment.ts'
import { voucherReader } from './voucher-reader.ts'

const id = z.string().min(1).max(64)
const comparing = z.strictObject({ document: id, file: id.optional() })
const attachmentInput = z.strictObject({ attachment: id })

/** Routes for readings of uploaded files with their status, and for comparing documents with their files. Reading only fills a cache. */
export function routes(app: FastifyInstance, host: Host): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  calls.post('/oaserver/voucher/read', { config: { access: signedIn, resource: 'attachment', reads: true },
    schema: { body: attachmentInput } }, async ({ caller, body }) => {
    const reader = await voucherReader(host, caller)
    const reading = await readAttachment(reader, body.attachment)
    const statuses = await statusesOf(reader, reading.vouchers)
    const journeyFacts = await journeyFactsOf(reader, reading.vouchers)
    return { ...reading, isVerifiable: host.env.invoiceCheck !== undefined,
      vouchers: reading.vouchers.map((voucher, index) => ({ ...voucher, ...statuses[index], ...journeyFacts[index] })) }
  })

  calls.post('/oaserver/voucher/compare', { config: { access: signedIn, resource: 'document', reads: true }, schema: { body: comparing } },
    async ({ caller, body }) => compareDocument(await voucherReader(host, caller), body))
}

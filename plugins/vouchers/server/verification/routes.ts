import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { signedIn } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { readAttachment } from '../kept/readings.ts'
import { type VoucherHost, voucherReader } from '../voucher-reader.ts'
import { keepVerifications, verificationService, verified } from './verify.ts'

const wanted = z.strictObject({ attachment: z.string().min(1).max(64) })

/** Route to verify the invoices of a file with the tax authority's service, which is called before the storing transaction begins. */
export function verificationRoutes(app: FastifyInstance, host: VoucherHost): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/voucher/verify', {
    config: { access: signedIn, resource: 'attachment', repeats: 'once' },
    schema: { body: wanted },
  }, async (request) => {
    const { vouchers } = await readAttachment(await voucherReader(host, request.caller), request.body.attachment)
    const verifications = await verified(host.db, vouchers, { ask: verificationService(host.env), at: host.clock.now() })
    if (verifications.length === 0) throw new Refused('vouchers.notAskable')
    return unitOfWork(host, request, ({ db, caller }) => keepVerifications(db, verifications, caller.id))
  })
}

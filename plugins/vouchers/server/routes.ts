import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { findAttachment } from '#server/attachments/attachments.ts'
import { fileReaderOf } from '#server/attachments/file-reader.ts'
import { storageOf } from '#server/attachments/storage-of.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/verification.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { readVouchers } from './reading/reader.ts'

const asked = z.strictObject({ attachment: z.string().min(1).max(64) })
/** A file beyond this is refused before it is read, bytes. */
const largest = 20 * 1024 * 1024

/** Answers what an uploaded file says; nothing is kept. */
export function routes(app: FastifyInstance, host: Host): void {
  const storage = storageOf(host.env)
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/voucher/read', { config: { access: signedIn, resource: 'attachment', reads: true }, schema: { body: asked } },
    async ({ caller, body }) => {
      const file = await findAttachment(host.db, await fileReaderOf(host, host.db, caller), { id: body.attachment })
      if (Number(file.size) > largest) throw new Refused('vouchers.tooLarge')
      await demandBytes(storage, [file])
      const reading = await readVouchers({ name: file.real_name, bytes: await buffer(verifiedBytes(storage, file)) })
      const [problem] = reading.problems
      if (reading.vouchers.length === 0 && problem) throw new Refused(problem.code)
      return reading
    })
}

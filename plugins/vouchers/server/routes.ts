import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { readAttachment } from './kept/read-attachment.ts'

const asked = z.strictObject({ attachment: z.string().min(1).max(64) })

/** Answers what an uploaded file says; nothing is kept. */
export function routes(app: FastifyInstance, host: Host): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/voucher/read', { config: { access: signedIn, resource: 'attachment', reads: true }, schema: { body: asked } },
    ({ caller, body }) => readAttachment(host, caller, body.attachment))
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Missing, Refused, Unauthenticated } from '#kernel/errors.ts'
import type { Host } from '#server/host.ts'
import { open } from '#server/http/access.ts'
import { largestMail, receiveMail } from './receive.ts'

/**
 * The call by which the mail server hands over mails with invoices, as the part `mail` of a form. The secret of the settings is asked for
 * before anything is read. A mail that comes again does nothing, so that the mail server may repeat it.
 */
export function mailRoutes(app: FastifyInstance, host: Host): void {
  app.post('/oaserver/voucher/mail', { config: { access: open, multipart: true, resource: 'attachment', repeats: 'parts' } },
    async (request) => {
      const { invoiceMailSecret } = host.env
      if (invoiceMailSecret === undefined) throw new Missing('error.missing')
      if (!isSame(request.headers.authorization ?? '', `Bearer ${invoiceMailSecret}`)) throw new Unauthenticated('error.unauthenticated')
      const part = await request.file({ limits: { fileSize: largestMail } })
      if (!part) throw new Refused('attachments.noFile')
      const bytes = await buffer(part.file)
      if (part.file.truncated) throw new Refused('vouchers.tooLarge')
      return receiveMail(host, bytes)
    })
}

/** Takes the same time whatever is given. */
const isSame = (secret: string, wanted: string): boolean => timingSafeEqual(digest(secret), digest(wanted))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

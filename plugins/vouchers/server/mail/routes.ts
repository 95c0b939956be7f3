import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Missing, Refused, Unauthenticated } from '#kernel/errors.ts'
import type { Host } from '#server/host.ts'
import { open } from '#server/http/access.ts'
import { largestMail, receiveMail, refuseTooLarge, spooled } from './receive.ts'

/**
 * Route for mail servers to deliver mails with invoices, as the part `mail` of a multipart form. The secret is checked before the body is
 * read. Idempotent, so the mail server may retry.
 */
export function mailRoutes(app: FastifyInstance, host: Host): void {
  app.post('/oaserver/voucher/mail', { config: { access: open, multipart: true, resource: 'attachment', repeats: 'parts' } },
    async (request) => {
      const { invoiceMailSecret } = host.env
      if (invoiceMailSecret === undefined) throw new Missing('error.missing')
      if (!isSame(request.headers.authorization ?? '', `Bearer ${invoiceMailSecret}`)) throw new Unauthenticated('error.unauthenticated')
      const part = await request.file({ limits: { fileSize: largestMail + 1 } })
      if (!part) throw new Refused('attachments.noFile')
      return spooled(part.file, async (mail) => {
        if (!mail.isTooLarge && !part.file.truncated) return receiveMail(host, mail)
        await refuseTooLarge(host, mail)
        throw new Refused('vouchers.tooLarge')
      })
    })
}

/** Compares two secrets in constant time. */
const isSame = (secret: string, wanted: string): boolean => timingSafeEqual(digest(secret), digest(wanted))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

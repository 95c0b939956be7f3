import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { defineServer } from '#server/plugin.ts'
import { Missing, Refused, Unauthenticated } from '#kernel/errors.ts'
import { open } from '#server/http/access.ts'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { voucherReaders } from './extension-points.ts'
import type { VoucherHost } from './voucher-reader.ts'
import { voucherChecks } from './checks/voucher-checks.ts'
import { liveFiles, readers, readings } from './kept/migrations.ts'
import { mailboxReading, mailboxSource } from './mail/mailbox.ts'
import { askedReadings, mailboxes, mails } from './mail/migrations.ts'
import { pool, poolKeys } from './pool/migrations.ts'
import { keepPooledFiles, poolRoutes } from './pool/pool.ts'
import { routes } from './routes.ts'
import { verifications } from './verification/migrations.ts'
import { verificationRoutes } from './verification/routes.ts'
import { largestMail, receiveMail, refuseTooLarge, spooled } from './mail/receive.ts'
import { samples } from './samples.ts'

/** Table of billing details: names and tax numbers to which invoices are issued. */
const titles: Migration = {
  name: '014-invoice-titles',
  async up(run) {
    await run(sql`
      create table invoice_title (
        ${recordColumns},
        company varchar(64) not null,
        title varchar(100) not null,
        tax_no varchar(20) not null check (tax_no ~ '^[0-9A-Z]{15,20}$'),
        address varchar(200),
        phone varchar(30),
        bank_name varchar(100),
        bank_account varchar(40),
        enable boolean not null default true
      );
      create unique index invoice_title_tax_no on invoice_title (tax_no) where del_flag = 0;
      create index invoice_title_company on invoice_title (company)`)
  },
}

export default defineServer({
  id: 'vouchers',
  contributes: [samples],
  migrations: [verifications, readings, liveFiles, pool, titles, mails, readers, poolKeys, mailboxes, askedReadings],
  syncSources: [mailboxSource],
  callNames: {
    operations: {
      '/oaserver/voucher/read': { cn: '识别票据', en: 'Read vouchers' },
      '/oaserver/voucher/verify': { cn: '查验发票', en: 'Verify invoices' },
      '/oaserver/voucher/compare': { cn: '核对票据', en: 'Compare with vouchers' },
      '/oaserver/voucher/mail': { cn: '接收发票邮件', en: 'Receive invoices by mail' },
      '/oaserver/voucher/pool': { cn: '添加我的发票', en: 'Add to my invoices' },
      '/oaserver/voucher/pool/page': { cn: '查询我的发票', en: 'List my invoices' },
      '/oaserver/voucher/pool/:id': { cn: '移除我的发票', en: 'Remove from my invoices' },
    },
  },
  among({ servers }) {
    const readers = voucherReaders.in(servers)
    return {
      jobs: [keepPooledFiles, mailboxReading(readers)],
      extensions: [voucherChecks(readers)],
      routes(app, host) {
        routes(app, { ...host, readers })
        verificationRoutes(app, { ...host, readers })
        poolRoutes(app, host)
        mailRoutes(app, { ...host, readers })
      },
    }
  },
})

/**
 * Route for mail servers to deliver mails with invoices, as the part `mail` of a multipart form. The secret is checked before the body is
 * read. Idempotent, so the mail server may retry.
 */
function mailRoutes(app: FastifyInstance, host: VoucherHost): void {
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

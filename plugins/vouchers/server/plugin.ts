import { defineServer } from '#server/plugin.ts'
import { voucherChecks } from './checks/voucher-checks.ts'
import { liveFiles, readers, readings } from './kept/migrations.ts'
import { mailboxReading, mailboxSource } from './mail/mailbox.ts'
import { askedReadings, mailboxes, mails } from './mail/migrations.ts'
import { mailRoutes } from './mail/routes.ts'
import { pool, poolKeys } from './pool/migrations.ts'
import { keepPooledFiles, poolRoutes } from './pool/pool.ts'
import { routes } from './routes.ts'
import { titles } from './titles/migrations.ts'
import { verifications } from './verification/migrations.ts'
import { verificationRoutes } from './verification/routes.ts'

export default defineServer({
  id: 'vouchers',
  migrations: [verifications, readings, liveFiles, pool, titles, mails, readers, poolKeys, mailboxes, askedReadings],
  jobs: [keepPooledFiles, mailboxReading],
  syncSources: [mailboxSource],
  extensions: [voucherChecks],
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
  routes: (app, host) => {
    routes(app, host)
    verificationRoutes(app, host)
    poolRoutes(app, host)
    mailRoutes(app, host)
  },
})

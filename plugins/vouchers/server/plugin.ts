import { defineServer } from '#server/plugin.ts'
import { routes } from './routes.ts'
import { verifications } from './verification/migrations.ts'
import { verificationRoutes } from './verification/routes.ts'

export default defineServer({
  id: 'vouchers',
  migrations: [verifications],
  callNames: {
    operations: {
      '/oaserver/voucher/read': { cn: '识别票据', en: 'Read vouchers' },
      '/oaserver/voucher/verify': { cn: '查验发票', en: 'Verify invoices' },
    },
  },
  routes: (app, host) => {
    routes(app, host)
    verificationRoutes(app, host)
  },
})

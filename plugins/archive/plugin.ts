import { definePlugin } from '#kernel/plugin.ts'
import { cn, en } from './texts.ts'
import { can } from './permissions.ts'

/** Accounting archive: packages with all books of a company and period, for auditors and for retention. */
export default definePlugin({
  id: 'archive',
  requires: ['documents', 'budgets', 'forms', 'templates', 'vouchers'],
  permissions: Object.values(can),
  menus: [{ id: 'accounting-archive', parent: 'finance', cn: '会计归档', en: 'Accounting archive', icon: 'safety-certificate',
    path: '/accounting-archive', needs: can.view, buttons: [can.add, can.download], sort: 75 }],
  locales: { cn, en },
})

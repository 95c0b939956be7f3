import { definePlugin } from '#kernel/plugin.ts'
import { can, invoiceTitle } from './invoice-title.ts'
import { cn, en } from './texts.ts'
import { invoiceMail } from './message-kinds.ts'

/** Electronic invoices and tickets: automatic reading, checks against documents, invoice pool and verification. */
export default definePlugin({
  id: 'vouchers',
  requires: ['documents', 'finance', 'forms', 'system'],
  permissions: Object.values(can),
  resources: [invoiceTitle],
  menus: [
    { id: 'my-invoices', parent: 'workbench', cn: '我的发票', en: 'My invoices', icon: 'wallet', path: '/my-invoices', sort: 55 },
    { id: 'invoice-titles', parent: 'finance', cn: '开票信息', en: 'Billing details', icon: 'idcard', path: invoiceTitle.path,
      needs: can.view, sort: 56 },
  ],
  messageKinds: [invoiceMail],
  locales: { cn, en },
})

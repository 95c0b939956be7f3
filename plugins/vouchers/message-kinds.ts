import { defineMessageKind } from '#kernel/plugin.ts'

/** Reply to a mail with invoices: which were added to the person's pool, and which were rejected. */
export const invoiceMail = defineMessageKind({
  type: 'APPROVE',
  icon: 'wallet',
  key: 'invoiceMail',
  title: { cn: '发票邮件', en: 'Invoices by mail' },
  content: { cn: '邮件“{subject}”：{taken}{refused}', en: 'Mail “{subject}”: {taken}{refused}' },
})

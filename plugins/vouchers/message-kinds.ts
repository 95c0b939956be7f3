import { defineMessageKind } from '#kernel/message-kind.ts'

/** Answers a mail with invoices: what was taken into the person's pool, and what was not. */
export const invoiceMail = defineMessageKind({
  type: 'APPROVE',
  icon: 'wallet',
  key: 'invoiceMail',
  title: { cn: '发票邮件', en: 'Invoices by mail' },
  content: { cn: '邮件“{subject}”：{taken}{refused}', en: 'Mail “{subject}”: {taken}{refused}' },
})

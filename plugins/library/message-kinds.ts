import { defineMessageKind } from '#kernel/plugin.ts'

const filed = { type: 'APPROVE', icon: 'read' } as const

export const bookDue = defineMessageKind({
  ...filed,
  key: 'bookDue',
  title: { cn: '图书即将到期', en: 'Book due' },
  content: { cn: '您借阅的《{book}》将于{time}到期，请按时归还或续借', en: '“{book}” is due on {time}. Return or renew it by then' },
})

export const bookOverdue = defineMessageKind({
  ...filed,
  key: 'bookOverdue',
  title: { cn: '图书逾期未还', en: 'Book overdue' },
  content: { cn: '您借阅的《{book}》已逾期{d}天，请尽快归还', en: '“{book}” is {d} d overdue. Return it as soon as you can' },
})

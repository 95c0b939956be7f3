import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '待付款', en: 'Awaiting payment' },
  count_one: { cn: '{count} 笔', en: '{count} payment' },
  count: { cn: '{count} 笔', en: '{count} payments' },
})

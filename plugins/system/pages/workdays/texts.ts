import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  left: { cn: '本月还有 {count} 个工作日', en: '{count} working days left this month' },
  left_one: { cn: '本月还有 {count} 个工作日', en: '{count} working day left this month' },
})

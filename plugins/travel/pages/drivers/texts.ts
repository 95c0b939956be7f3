import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  expired: { cn: '已过期', en: 'Expired' },
  endsToday: { cn: '今天到期', en: 'Expires today' },
  endsIn: { cn: '{count} 天后到期', en: 'Expires in {count} days' },
  endsIn_one: { cn: '{count} 天后到期', en: 'Expires in {count} day' },
})

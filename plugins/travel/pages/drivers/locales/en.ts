import type { cn } from './cn.ts'

export const en: Record<keyof typeof cn, string> = {
  expired: 'Expired',
  endsToday: 'Expires today',
  endsIn: 'Expires in {count} days',
  endsIn_one: 'Expires in {count} day',
}

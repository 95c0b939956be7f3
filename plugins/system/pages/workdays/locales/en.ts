import type { cn } from './cn.ts'

export const en = {
  left: '{count} working days left this month',
  left_one: 'Last working day of the month',
} satisfies Record<keyof typeof cn, string>

import type { cn } from './cn.ts'

export const en = {
  left: '{count} working days left this month',
  left_one: '{count} working day left this month',
} satisfies Record<keyof typeof cn, string>

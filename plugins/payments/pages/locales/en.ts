import type { cn } from './cn.ts'

export const en = {
  title: 'Awaiting payment',
  count_one: '{count} payment',
  count: '{count} payments',
} as const satisfies Record<keyof typeof cn, string>

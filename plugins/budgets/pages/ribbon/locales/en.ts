import type { cn } from './cn.ts'

export const en = {
  title: 'Budget',
  budget: 'Budget for {month}',
  used: 'Used',
  occupied: 'Committed',
  thisTime: 'This request',
  left: 'Left afterwards',
  over: 'Over by',
  month: 'Month',
  months: '{name}: budget, used and committed by month of {year}',
  plan: 'Budget',
  more: '{count} more budgets',
} as const satisfies Record<keyof typeof cn, string>

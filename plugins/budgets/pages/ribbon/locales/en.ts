import type { cn } from './cn.ts'

export const en = {
  title: 'Budget',
  budget: 'Budget for {month}',
  noBudget: 'No budget set',
  used: 'Used',
  occupied: 'Occupied',
  thisTime: 'This request',
  covered: 'Held by its applications',
  left: 'Left afterwards',
  over: 'Over by',
  month: 'Month',
  months: '{name}: budget, used and occupied by month of {year}',
  plan: 'Budget',
  more: '{count} more budgets',
  more_one: '{count} more budget',
} as const satisfies Record<keyof typeof cn, string>

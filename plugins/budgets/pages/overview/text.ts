import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useOverviewText = definePartText<keyof typeof cn>({ cn, en })

/** Name of the budget: "Budget 2026", or for a span of months "Budget Jul–Dec 2026". */
export function budgetName(t: ReturnType<typeof useOverviewText>['t'], { year, startMonth, endMonth }: OverviewSpan): string {
  if (startMonth === 1 && endMonth === 12) return t('ofYear', { year })
  const [from = 'm1', to = 'm12'] = [monthKeys[startMonth - 1], monthKeys[endMonth - 1]]
  return t('ofSpan', { year, from: t(from), to: t(to) })
}

interface OverviewSpan {
  readonly year: number
  readonly startMonth: number
  readonly endMonth: number
}

/** January to December. */
export const monthKeys = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12'] as const

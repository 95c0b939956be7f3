import { add, type DepartmentYear, percentOf } from './overview.ts'

/** The steps of a budget's use that have colours of their own. */
export type Heat = 'none' | 'low' | 'half' | 'near' | 'over' | 'far'

/** @param percent whole percents of the budget; undefined where there is none */
export function heatOf(percent: number | undefined): Heat {
  if (percent === undefined) return 'none'
  const steps = [[80, 'low'], [90, 'half'], [100, 'near'], [120, 'over']] as const
  return steps.find(([most]) => percent <= most)?.[1] ?? 'far'
}

export interface MonthShare {
  /** Of the month's budget, whole percents; undefined without one. */
  readonly percent: number | undefined
  /** Behind us, running, or expected. */
  readonly kind: 'past' | 'current' | 'expected'
}

/** The share of its budget that a month used and occupies; of a month to come, what it holds and is expected to cost. */
export function shareOf({ months, expected }: Pick<DepartmentYear, 'months' | 'expected'>, month: number, upToMonth: number): MonthShare {
  const { used, occupied, budget } = months[month - 1] ?? { used: '0', occupied: '0', budget: '0' }
  const kind = month < upToMonth ? 'past' : month === upToMonth ? 'current' : 'expected'
  return { kind, percent: percentOf(add(used, occupied, kind === 'expected' ? expected[month - 1] : '0'), budget) }
}

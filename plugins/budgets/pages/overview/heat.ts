import { add, type DepartmentYear, percentOf } from './overview.ts'

/** Colour steps of budget usage. */
export type Heat = 'none' | 'low' | 'half' | 'near' | 'over' | 'far'

/** @param percent whole percents of the budget; undefined where there is none */
export function heatOf(percent: number | undefined): Heat {
  if (percent === undefined) return 'none'
  const steps = [[80, 'low'], [90, 'half'], [100, 'near'], [120, 'over']] as const
  return steps.find(([most]) => percent <= most)?.[1] ?? 'far'
}

export interface MonthShare {
  /** Share of the month's budget in whole percents; undefined without one. */
  readonly percent: number | undefined
  /** Past, running, or future with expected amounts. */
  readonly kind: 'past' | 'current' | 'expected'
}

/** Share of a month's budget that is used and occupied; for a future month including the expected cost. */
export function shareOf({ months, expected }: Pick<DepartmentYear, 'months' | 'expected'>, month: number, upToMonth: number): MonthShare {
  const { used, occupied, budget } = months[month - 1] ?? { used: '0', occupied: '0', budget: '0' }
  const kind = month < upToMonth ? 'past' : month === upToMonth ? 'current' : 'expected'
  return { kind, percent: percentOf(add(used, occupied, kind === 'expected' ? expected[month - 1] : '0'), budget) }
}

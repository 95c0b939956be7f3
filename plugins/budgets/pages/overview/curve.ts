import { add, type Overview, running } from './overview.ts'

/** Running sums over the months that count; undefined where a line does not go. */
export interface Curve {
  readonly budget: readonly string[]
  readonly used: readonly (string | undefined)[]
  /** From the running month, with what is occupied, to the end. */
  readonly forecast: readonly (string | undefined)[]
  readonly occupied: string
  /** The running month among those that count, from 0; negative before them. */
  readonly current: number
}

/** Adds up the months of an overview from its first to its last one, and forecasts the remaining ones. Amounts in RMB. */
export function curveOf({ months, expected, occupied, upToMonth, startMonth, endMonth }: Overview): Curve {
  const counted = months.slice(startMonth - 1, endMonth)
  const current = Math.min(upToMonth, endMonth) - startMonth
  const used = running(counted.map((month) => month.used))
  const to = running(expected.slice(startMonth - 1, endMonth))
  // Amounts that documents have spent in later months already are part of what was used.
  const base = used.at(-1) ?? '0'
  return {
    budget: running(counted.map((month) => month.budget)),
    used: used.map((amount, at) => (at <= current ? amount : undefined)),
    forecast: used.map((_, at) => (at < Math.max(current, 0) ? undefined : add(base, occupied, to[at]))),
    occupied,
    current,
  }
}

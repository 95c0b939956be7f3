import { todayOf } from '#kernel/values/dates.ts'

/** Key of a budget: budget department, expense category and month. */
export interface BudgetKey {
  readonly department: string
  readonly category: string
  readonly year: number
  /** 1–12 */
  readonly month: number
}

/** Canonical text of a key, for maps and sets. */
export const keyText = ({ department, category, year, month }: BudgetKey): string => JSON.stringify([department, category, year, month])

/** Year and month of yyyy-MM or yyyy-MM-dd; undefined for anything else. */
export function monthOf(text: unknown): Pick<BudgetKey, 'year' | 'month'> | undefined {
  const [, year, month] = (typeof text === 'string' && /^(\d{4})-(0[1-9]|1[0-2])(-\d{2})?$/.exec(text)) || []
  return year === undefined ? undefined : { year: Number(year), month: Number(month) }
}

/** Year and month of an instant in Shanghai. */
export function monthAt(at: Date): Pick<BudgetKey, 'year' | 'month'> {
  const [year = 0, month = 0] = todayOf(at).split('-').map(Number)
  return { year, month }
}

/** Months since year 0, so that months compare and subtract. */
export const monthNumber = ({ year, month }: Pick<BudgetKey, 'year' | 'month'>): number => year * 12 + month - 1

/** The first day of the month, yyyy-MM-dd. */
export const firstDay = ({ year, month }: Pick<BudgetKey, 'year' | 'month'>): string => `${year}-${String(month).padStart(2, '0')}-01`

/** Distinct keys in order of first appearance. */
export function distinctKeys(keys: readonly BudgetKey[]): BudgetKey[] {
  return [
    ...new Map(
      keys.map((
        { department, category, year, month },
      ) => [keyText({ department, category, year, month }), { department, category, year, month }]),
    ).values(),
  ]
}

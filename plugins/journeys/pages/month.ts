const dayLength = 86_400_000

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The weeks of a month (yyyy-MM) from Monday to Sunday, whole weeks, as days yyyy-MM-dd. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayLength
  const last = Date.parse(`${shifted(month, 1)}-01T00:00:00Z`) - dayLength
  const weeks = Math.ceil((last - start + dayLength) / (7 * dayLength))
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_day, index) => day(start + (week * 7 + index) * dayLength)))
}

/** So many months later. */
export function shifted(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

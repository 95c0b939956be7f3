import type { DateText } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'

/** A month, quarter or year of the books: `2026-10`, `2026-Q3`, `2026`. */
export interface BookPeriod extends Label {
  readonly from: DateText
  /** First day after the period. */
  readonly until: DateText
}

/** Parses a period; undefined for an invalid text. */
export function periodOf(text: string): BookPeriod | undefined {
  const [, yearText, month, quarter] = /^(20\d{2})(?:-(?:(0[1-9]|1[0-2])|Q([1-4])))?$/.exec(text) ?? []
  if (yearText === undefined) return undefined
  const year = Number(yearText)
  if (month !== undefined)
    return { ...monthsOf(year, Number(month), 1), cn: `${year}年${Number(month)}月`, en: `${monthNames[Number(month) - 1]} ${year}` }
  if (quarter !== undefined)
    return { ...monthsOf(year, Number(quarter) * 3 - 2, 3), cn: `${year}年第${'一二三四'[Number(quarter) - 1]}季度`,
      en: `Q${quarter} ${year}` }
  return { ...monthsOf(year, 1, 12), cn: `${year}年`, en: `${year}` }
}

const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December']

function monthsOf(year: number, first: number, count: number): Pick<BookPeriod, 'from' | 'until'> {
  const end = first + count
  return { from: dayOf(year, first), until: end > 12 ? dayOf(year + 1, end - 12) : dayOf(year, end) }
}

const dayOf = (year: number, month: number): DateText => `${year}-${String(month).padStart(2, '0')}-01`

/** The latest finished periods of a kind, latest first. */
export function pastPeriods(kind: 'month' | 'quarter' | 'year', today: DateText, count: number): readonly string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  if (kind === 'year') return Array.from({ length: count }, (_, back) => String(year - 1 - back))
  const length = kind === 'month' ? 12 : 4
  const place = year * length + (kind === 'month' ? month - 1 : Math.floor((month - 1) / 3))
  return Array.from({ length: count }, (_, back) => {
    const at = place - 1 - back
    const part = (at % length) + 1
    return `${Math.floor(at / length)}-${kind === 'month' ? String(part).padStart(2, '0') : `Q${part}`}`
  })
}

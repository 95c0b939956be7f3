import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#kernel/wording/label.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { amountIn } from '#kernel/values/typed-values.ts'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import { base, type RateCell, type RateRow } from '../exchange-rate.ts'
import { cn, en } from './texts.ts'

export interface RateChange {
  readonly id: string
  readonly before: string
  readonly after: string
  readonly reason: string | null
  readonly by: string
  readonly at: string
}

export const path = '/budgetservice/exchangeRate'

/** Query for a year's rates: a row per currency with a cell per month. */
export const yearQuery = (http: Http, year: number) =>
  queryOptions({ queryKey: ['exchangeRate', year], queryFn: () =>
    http.get<readonly RateRow[]>(`${path}/year/${year}`, {}, { quiet: true }) })

/** Query for the corrections of a currency's rate in a month (yyyy-MM). */
export const changesQuery = (http: Http, currency: string, yearMonth: string) =>
  queryOptions({ queryKey: ['exchangeRate', 'changes', currency, yearMonth], queryFn: () =>
    http.get<readonly RateChange[]>(`${path}/changes`, { currency, yearMonth }, { quiet: true }) })

/** The 12 months of a year, as yyyy-MM. */
export const monthsOf = (year: number): readonly string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)

/** Short name of a month, such as 11月 or Nov. */
export const monthName = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'cn' ? 'zh-CN' : 'en', { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

/** The rate of a month (yyyy-MM); undefined where it is not set. */
export const cellOf = ({ cells }: RateRow, month: string): RateCell | undefined => cells.find((cell) => cell.month === month)

/** The previous month, as yyyy-MM. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

/**
 * Returns whether a rate is missing: the month is the current one, or a past one with a rate in it or before. The base currency, disabled
 * currencies and future months need none.
 */
export const isMissing = (row: RateRow, month: string, thisMonth: string): boolean =>
  row.currency !== base && row.enable && month <= thisMonth && !cellOf(row, month) &&
  (month === thisMonth || row.cells.some((cell) => cell.month <= month))

/** Change from the previous rate in percent, signed, 2 decimals; undefined where either rate is missing or 0. */
export function changeOf(rate: string, before: string | undefined): string | undefined {
  const [now, then] = [decimalOf(rateOf(rate)), decimalOf(before)]
  if (!now?.gt(0) || !then?.gt(0)) return undefined
  const change = now.minus(then).div(then).times(100).toDecimalPlaces(2)
  return `${change.isNegative() ? '−' : '+'}${change.abs().toFixed(2)}`
}

/** Parses an entered rate; null unless it is above 0, below 1 000 000 and has at most 6 decimals. */
export function rateOf(typed: string): string | null {
  const rate = amountIn(typed, { places: 6, currency: base })
  return rate?.gt(0) && rate.decimalPlaces() <= 6 && rate.lt(1_000_000) ? rate.toFixed() : null
}

export const useRateText = definePartText<keyof typeof cn>({ cn, en })

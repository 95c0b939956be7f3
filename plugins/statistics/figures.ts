import { decimalOf, formatNumber, formatTenThousands } from '#kernel/values/money.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { ComparisonPeriods, HeadlineFigure } from './wire.ts'

/** Unit of displayed amounts: yuan, or ten thousand yuan. */
export type AmountUnit = 'one' | 'tenThousand'

/** Formats a figure for a table cell; null and zero become a dash. */
export function figureText(figure: string | null | undefined, { unit }: Measure, shown: AmountUnit, decimals = 2): string {
  const value = decimalOf(figure)
  if (!value || value.isZero()) return '—'
  return withMinus(unit === 'amount' ? amountText(value.toFixed(), shown, decimals) : plainText(value.toFixed(), unit))
}

/** Formats a figure for a headline or sentence, where zero is shown as 0. */
export const figureOrZero = (...[figure, measure, shown, decimals]: Parameters<typeof figureText>): string =>
  figureText(figure, measure, shown, decimals).replace('—', '0')

const amountText = (amount: string, shown: AmountUnit,
  decimals: number) => (shown === 'tenThousand' ? formatTenThousands(amount) : formatNumber(amount, decimals))

function plainText(figure: string, unit: Measure['unit']): string {
  const value = decimalOf(figure)
  if (!value) return '—'
  if (unit === 'percent') return `${formatNumber(value.times(100), 1)}%`
  return formatNumber(value, value.isInteger() ? 0 : 1)
}

const withMinus = (text: string) => text.replace('-', '−')

/** Growth above this many percent is shown as “>+999%”: the earlier value is close to zero. */
const mostGrowth = 999

/** Growth in percent with its sign; undefined if the earlier figure is missing or zero. */
export function growthOf(figure: string | null, before: string | null): string | undefined {
  const [now, then] = [decimalOf(figure), decimalOf(before)]
  if (!now || !then || then.isZero()) return undefined
  const percent = now.minus(then).div(then.abs()).times(100)
  if (percent.gt(mostGrowth)) return `>+${mostGrowth}%`
  const text = formatNumber(percent.abs(), 1)
  if (decimalOf(text.replaceAll(',', ''))?.isZero()) return '0.0%'
  return `${percent.isNegative() ? '−' : '+'}${text}%`
}

/** A figure as a number for chart lengths only, at least 0; precision is lost. */
export const lengthOf = (figure: string | null | undefined): number => Math.max(0, decimalOf(figure)?.toNumber() ?? 0)

/** Comparison of a headline figure: its label, the compared period and the figure in it. */
export interface FigureComparison extends Label {
  readonly from: string
  readonly to: string
  readonly before: string | null
}

const month: Label = { cn: '环比', en: 'MoM' }
const prior: Label = { cn: '环比', en: 'vs. prior' }
const year: Label = { cn: '同比', en: 'YoY' }

/**
 * Comparisons of a figure with the previous period and with the previous year; only the latter where both periods are equal or the figure
 * covers a whole year.
 */
export function comparisonsOf(page: Pick<StatisticsPage, 'measures'>, { previous, lastYear }: ComparisonPeriods,
  figure: HeadlineFigure): readonly FigureComparison[] {
  const withYear = { ...year, ...lastYear, before: figure.lastYear }
  if ((previous.from === lastYear.from && previous.to === lastYear.to) || isOfYear(page, figure.measure)) return [withYear]
  const isMonth = previous.from.endsWith('-01') && previous.from.slice(0, 7) === previous.to.slice(0, 7)
  return [{ ...(isMonth ? month : prior), ...previous, before: figure.previous }, withYear]
}

/** Returns whether a measure covers the year in which the period ends, or is derived from one that does. */
function isOfYear({ measures }: Pick<StatisticsPage, 'measures'>, measure: string): boolean {
  const { over, of = '' } = measures[measure] ?? {}
  return over !== undefined ||
    Object.entries(measures).some(([key, { over: days }]) => days !== undefined && new RegExp(`\\b${key}\\b`).test(of))
}

const names = { short: new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }) }

/** Name of a month (yyyy-MM) without its year, such as Nov or 11月. */
export const monthName = (month: string, locale: Locale, length: keyof typeof names = 'short'): string =>
  locale === 'en' ? names[length].format(new Date(`${month}-01T00:00:00Z`)) : `${Number(month.slice(5))}月`

/** Axis labels of months (yyyy-MM) or days (yyyy-MM-dd); the year is left out where it is the same for all. */
export function timeNames(times: readonly string[], locale: Locale): readonly string[] {
  if (new Set(times.map((time) => time.slice(0, 4))).size > 1) return times
  return times.map((time) => (time.length > 'yyyy-MM'.length ? time.slice(5) : monthName(time, locale)))
}

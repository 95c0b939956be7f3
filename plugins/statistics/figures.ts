import type { Measure } from '#plugins/statistics/statistics-page.ts'
import { decimalOf, formatNumber, formatTenThousands } from '#kernel/values/money.ts'

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

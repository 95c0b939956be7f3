import type { Measure } from '#kernel/statistics.ts'
import { decimalOf, formatNumber, formatTenThousands } from '#kernel/values/money.ts'

/** The unit of shown amounts: yuan, or ten thousands of them. */
export type AmountUnit = 'one' | 'tenThousand'

/** A figure as it is read: nothing and zero are a dash. */
export function figureText(figure: string | null | undefined, { unit }: Measure, shown: AmountUnit, decimals = 2): string {
  const value = decimalOf(figure)
  if (!value || value.isZero()) return '—'
  return withMinus(unit === 'amount' ? amountText(value.toFixed(), shown, decimals) : plainText(value.toFixed(), unit))
}

/** A figure in a headline or a sentence, where zero is said. */
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

/** Growth beyond this is said as being beyond it, percent: there was next to nothing before. */
const mostGrowth = 999

/** Growth in percent with its sign; undefined where there was nothing before. */
export function growthOf(figure: string | null, before: string | null): string | undefined {
  const [now, then] = [decimalOf(figure), decimalOf(before)]
  if (!now || !then || then.isZero()) return undefined
  const percent = now.minus(then).div(then.abs()).times(100)
  if (percent.gt(mostGrowth)) return `>+${mostGrowth}%`
  const text = formatNumber(percent.abs(), 1)
  if (decimalOf(text.replaceAll(',', ''))?.isZero()) return '0.0%'
  return `${percent.isNegative() ? '−' : '+'}${text}%`
}

/** Length of a picture's part: only how it looks rests on it. */
export const lengthOf = (figure: string | null | undefined): number => Math.max(0, decimalOf(figure)?.toNumber() ?? 0)

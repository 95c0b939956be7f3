import { decimalOf, formatNumber, formatTenThousands, sumMoney } from '#kernel/values/money.ts'
import type { Figures } from './wire.ts'

/** Displayed figure of the cells: plan, actual (used and occupied), or available. */
export type FigureView = 'budget' | 'actual' | 'available'

export type AmountUnit = 'one' | 'tenThousand'

/** Figure for a view, as decimal text. */
export function shownOf({ budget, used, occupied, available }: Figures, view: FigureView): string {
  if (view === 'actual') return sum(used, occupied)
  return view === 'budget' ? budget : available
}

/** Sum of decimal texts, with two decimals; invalid ones count as 0. */
export const sum = (...amounts: readonly (string | null | undefined)[]): string =>
  amounts.reduce((total, amount) => total.plus(decimalOf(amount) ?? 0), zero()).toFixed(2)

/** Formats an amount for the grid: whole yuan, or ten thousands with two decimals; with a typographic minus. */
export function amountText(amount: string, unit: AmountUnit): string {
  const text = unit === 'tenThousand' && !isZero(amount) ? formatTenThousands(amount) : formatNumber(amount, 0)
  return text.replace(/^-(?=0(\.0*)?$)/, '').replace('-', '−')
}

/** Returns whether a decimal text is 0; true for invalid ones. */
export const isZero = (amount: string): boolean => decimalOf(amount)?.isZero() ?? true

/** Segments of the usage bar and share of the budget in use, in percent; undefined without a budget. */
export function usage(
  { budget, used, occupied }: Pick<Figures, 'budget' | 'used' | 'occupied'>,
): { readonly used: number; readonly occupied: number; readonly percent: number | undefined } {
  const whole = decimalOf(budget)
  const inUse = decimalOf(sum(used, occupied))
  if (!whole || !inUse || whole.lte(0)) return { used: inUse?.gt(0) ? 100 : 0, occupied: 0, percent: undefined }
  // over budget, the bar is scaled to the amount in use
  const full = inUse.gt(whole) ? inUse : whole
  const share = (amount: string) => Math.max(0, decimalOf(amount)?.div(full).times(100).toNumber() ?? 0)
  return { used: share(used), occupied: share(occupied), percent: percentOf(inUse.div(whole).times(100)) }
}

/** Amount by which the budget is exceeded; undefined if it is not. */
export function exceeded({ budget, used, occupied }: Figures): string | undefined {
  const over = decimalOf(sum(used, occupied))?.minus(decimalOf(budget) ?? 0)
  return over?.gt(0) ? over.toFixed(2) : undefined
}

type Amount = NonNullable<ReturnType<typeof decimalOf>>

/** Rounds to whole percents: up above 100, so that a slight excess never shows as 100 %. */
const percentOf = (share: Amount): number => (share.gt(100) ? share.ceil() : share.floor()).toNumber()

const zero = (): Amount => sumMoney([])

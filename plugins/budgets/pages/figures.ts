import { decimalOf, formatNumber, formatTenThousands, sumMoney } from '#kernel/values/money.ts'
import type { Figures } from './wire.ts'

/** The figure of a cell that is shown: the plan, what is used and occupied, or what is left. */
export type FigureView = 'budget' | 'actual' | 'available'

export type AmountUnit = 'one' | 'tenThousand'

/** The figure of a view, as decimal text. */
export function shownOf({ budget, used, occupied, available }: Figures, view: FigureView): string {
  if (view === 'actual') return sum(used, occupied)
  return view === 'budget' ? budget : available
}

/** The total of decimal texts, with two decimals; what is no amount counts as 0. */
export const sum = (...amounts: readonly (string | null | undefined)[]): string =>
  amounts.reduce((total, amount) => total.plus(decimalOf(amount) ?? 0), zero()).toFixed(2)

/** An amount of the grid: whole units, or two decimals of ten thousand; a real minus. */
export function amountText(amount: string, unit: AmountUnit): string {
  const text = unit === 'tenThousand' && !isZero(amount) ? formatTenThousands(amount) : formatNumber(amount, 0)
  return text.replace(/^-(?=0(\.0*)?$)/, '').replace('-', '−')
}

/** Returns whether a decimal text is 0; so is one that is no amount. */
export const isZero = (amount: string): boolean => decimalOf(amount)?.isZero() ?? true

/** Parts of a bar in percent, and how much of the budget is in use; undefined without a budget. */
export function usage(
  { budget, used, occupied }: Pick<Figures, 'budget' | 'used' | 'occupied'>,
): { readonly used: number; readonly occupied: number; readonly percent: number | undefined } {
  const whole = decimalOf(budget)
  const inUse = decimalOf(sum(used, occupied))
  if (!whole || !inUse || whole.lte(0)) return { used: inUse?.gt(0) ? 100 : 0, occupied: 0, percent: undefined }
  // Beyond the budget, the whole bar is what is in use.
  const full = inUse.gt(whole) ? inUse : whole
  const share = (amount: string) => Math.max(0, decimalOf(amount)?.div(full).times(100).toNumber() ?? 0)
  return { used: share(used), occupied: share(occupied), percent: percentOf(inUse.div(whole).times(100)) }
}

/** By how much the budget is exceeded; undefined where it is not. */
export function exceeded({ budget, used, occupied }: Figures): string | undefined {
  const over = decimalOf(sum(used, occupied))?.minus(decimalOf(budget) ?? 0)
  return over?.gt(0) ? over.toFixed(2) : undefined
}

type Amount = NonNullable<ReturnType<typeof decimalOf>>

/** Whole percents; what is a little above the budget never reads as exactly all of it. */
const percentOf = (share: Amount): number => (share.gt(100) ? share.ceil() : share.floor()).toNumber()

const zero = (): Amount => sumMoney([])

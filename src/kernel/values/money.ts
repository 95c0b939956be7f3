import { Decimal } from 'decimal.js'
import type { DecimalText } from '../fields.ts'

/** Decimals of money: half-up, with digits enough for any sum of amounts. */
const Amount = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -9e15, toExpPos: 9e15, defaults: true })

export type Numeric = Decimal | string | number

/** The number that a decimal text spells; null when it spells none. */
export function decimalOf(value: Numeric | null | undefined): Decimal | null {
  if (value === null || value === undefined || value === '') return null
  try {
    const decimal = new Amount(value)
    return decimal.isFinite() ? decimal : null
  } catch {
    return null
  }
}

/** Rounds half-up (away from zero at the middle) to 2 decimals, or to `places`. */
export const roundMoney = (value: Decimal, places = 2): Decimal => new Amount(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP)

/** The amount as stored and sent: plain digits, rounded half-up, always `places` decimals. */
export function moneyText(value: Decimal, places = 2): DecimalText {
  const rounded = roundMoney(value, places)
  return rounded.isZero() ? new Amount(0).toFixed(places) : rounded.toFixed(places)
}

/** The exact sum; empty values count as nothing. */
export function sumMoney(values: readonly (Numeric | null | undefined)[]): Decimal {
  return values.reduce<Decimal>((sum, value) => sum.plus(decimalOf(value) ?? 0), new Amount(0))
}

/** A foreign amount in RMB at a rate, rounded half-up to the cent; null when either is missing. */
export function inRmb(amount: Numeric | null | undefined, rate: Numeric | null | undefined): Decimal | null {
  const value = decimalOf(amount)
  const factor = decimalOf(rate)
  return value && factor && roundMoney(value.times(factor))
}

export interface MoneyFormat {
  /** Sign before the digits; "" for none. Default ￥. */
  readonly symbol?: string
  readonly places?: number
}

/** An amount for people: `￥1,234.50`, `-￥1,234.50`. What is no number shows as 0.00; nothing shows as "". */
export function formatMoney(value: Numeric | null | undefined, { symbol = '￥', places = 2 }: MoneyFormat = {}): string {
  if (value === null || value === undefined || value === '') return ''
  return sign(moneyText(decimalOf(value) ?? new Amount(0), places), symbol)
}

/** A number for people: thousands separators, its own decimals or exactly `places`; "" for nothing. */
export function formatNumber(value: Numeric | null | undefined, places?: number): string {
  const decimal = decimalOf(value)
  if (!decimal) return ''
  return sign(places === undefined ? decimal.toFixed() : moneyText(decimal, places), '')
}

/** An amount in units of ten thousand (万元, in English "CNY 10k"), 2 decimals: 1234567 → 123.46. */
export function formatTenThousands(value: Numeric | null | undefined): string {
  const decimal = decimalOf(value)
  return decimal ? formatNumber(decimal.div(10_000), 2) : ''
}

function sign(text: string, symbol: string): string {
  const digits = text.startsWith('-') ? text.slice(1) : text
  const [whole = '0', decimals] = digits.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${text.startsWith('-') ? '-' : ''}${symbol}${grouped}${decimals === undefined ? '' : `.${decimals}`}`
}

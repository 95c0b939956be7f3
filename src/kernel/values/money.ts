import { Decimal } from 'decimal.js'
import type { DecimalText, FieldDefinition } from '../fields.ts'

/** Decimal type for money: rounds half-up, with 40 digits, enough for any sum of amounts. */
const Amount = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -9e15, toExpPos: 9e15, defaults: true })

export type Numeric = Decimal | string | number

/** Parses a decimal number; null if invalid or empty. */
export function decimalOf(value: Numeric | null | undefined): Decimal | null {
  if (value === null || value === undefined || value === '') return null
  try {
    const decimal = new Amount(value)
    return decimal.isFinite() ? decimal : null
  } catch {
    return null
  }
}

/** Rounds half-up (away from zero) to `places` decimals. */
export const roundMoney = (value: Decimal, places = 2): Decimal => new Amount(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP)

/** An amount as stored and sent: plain digits, rounded half-up, with exactly `places` decimals. */
export function moneyText(value: Decimal, places = 2): DecimalText {
  const rounded = roundMoney(value, places)
  return rounded.isZero() ? new Amount(0).toFixed(places) : rounded.toFixed(places)
}

/** The exact sum; empty and invalid values count as 0. */
export function sumMoney(values: readonly (Numeric | null | undefined)[]): Decimal {
  return values.reduce<Decimal>((sum, value) => sum.plus(decimalOf(value) ?? 0), new Amount(0))
}

/** Converts a foreign amount to RMB, rounded half-up to the cent; null when either is missing. */
export function inRmb(amount: Numeric | null | undefined, rate: Numeric | null | undefined): Decimal | null {
  const value = decimalOf(amount)
  const factor = decimalOf(rate)
  return value && factor && roundMoney(value.times(factor))
}

interface MoneyFormat {
  /** Currency symbol before the digits; "" for none. @default '￥' */
  readonly symbol?: string
  readonly places?: number
}

/** Formats an amount for display: `￥1,234.50`, `-￥1,234.50`. An invalid number is shown as 0.00, an empty value as "". */
export function formatMoney(value: Numeric | null | undefined, { symbol = '￥', places = 2 }: MoneyFormat = {}): string {
  if (value === null || value === undefined || value === '') return ''
  return sign(moneyText(decimalOf(value) ?? new Amount(0), places), symbol)
}

/** Formats a number for display with thousands separators, with its own decimals or exactly `places`; "" if empty or invalid. */
export function formatNumber(value: Numeric | null | undefined, places?: number): string {
  const decimal = decimalOf(value)
  if (!decimal) return ''
  return sign(places === undefined ? decimal.toFixed() : moneyText(decimal, places), '')
}

/** Formats an amount in units of ten thousand (万元, "CNY 10k" in English) with 2 decimals: 1234567 → 123.46. */
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

/** Format of amounts in a currency. */
export interface CurrencyFormat {
  /** Text before the number. */
  readonly sign: string
  /** Minimum number of decimals. @default 2 */
  readonly decimals?: number
}

export const rmb: CurrencyFormat = { sign: '￥' }

/**
 * The format for a currency code; RMB without a code.
 * @param record the currency's record, if it is loaded
 */
export function currencyFormat(code: unknown, record?: Readonly<Record<string, unknown>>): CurrencyFormat {
  if (typeof code !== 'string' || code === 'CNY') return rmb
  const decimals = record?.['decimals']
  return { sign: `${code} `, ...(typeof decimals === 'number' && { decimals }) }
}

/** The format of a field's amounts: RMB if the field declares `rmb`, else the document's currency. */
export const amountFormat = ({ rmb: isRmb }: Pick<FieldDefinition, 'rmb'>, own: CurrencyFormat): CurrencyFormat => (isRmb ? rmb : own)

/**
 * Number of decimals for an amount: the field's precision, else the currency's. An amount with more decimals than that is shown with 2
 * rather than cut; a precision above 2 is reduced to the decimals that the amount has.
 */
export function amountPlaces(amount: Numeric | null | undefined, precision: number | undefined,
  { decimals = 2 }: Partial<CurrencyFormat> = {}): number {
  const places = precision ?? decimals
  const own = decimalsOf(amount)
  if (places < 2) return own > places ? 2 : places
  return precision === undefined ? places : Math.max(2, Math.min(precision, own))
}

const decimalsOf = (amount: Numeric | null | undefined): number => decimalOf(amount)?.decimalPlaces() ?? 0

import type { FieldDefinition } from '../fields.ts'
import { decimalOf, type Numeric } from './money.ts'

/** The way in which amounts of a currency are written. */
export interface CurrencyFormat {
  /** Before the figure. */
  readonly sign: string
  /** Of an amount that has no more; 2 where nothing is said. */
  readonly decimals?: number
}

export const rmb: CurrencyFormat = { sign: '￥' }

/**
 * Returns how amounts in the currency of this code are written; RMB without one.
 * @param record the currency as it is kept, where it is known
 */
export function currencyFormat(code: unknown, record?: Readonly<Record<string, unknown>>): CurrencyFormat {
  if (typeof code !== 'string' || code === 'CNY') return rmb
  const decimals = record?.['decimals']
  return { sign: `${code} `, ...(typeof decimals === 'number' && { decimals }) }
}

/** Returns how a field's amounts are written: in RMB where it says so, else in its document's currency. */
export const amountFormat = ({ rmb: isRmb }: Pick<FieldDefinition, 'rmb'>, own: CurrencyFormat): CurrencyFormat => (isRmb ? rmb : own)

/**
 * Decimals with which an amount is written: its field's, else its currency's, never so few that something is left out; of a field's more
 * than two only what the amount has.
 */
export function amountPlaces(amount: Numeric | null | undefined, precision: number | undefined,
  { decimals = 2 }: Partial<CurrencyFormat> = {}): number {
  const places = precision ?? decimals
  const own = decimalsOf(amount)
  if (places < 2) return own > places ? 2 : places
  return precision === undefined ? places : Math.max(2, Math.min(precision, own))
}

const decimalsOf = (amount: Numeric | null | undefined): number => decimalOf(amount)?.decimalPlaces() ?? 0

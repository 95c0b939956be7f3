import type { FieldDefinition } from '../fields.ts'
import { decimalOf, type Numeric } from './money.ts'

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

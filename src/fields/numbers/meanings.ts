import type { FieldDefinition } from '#kernel/fields.ts'
import { amountPlaces } from '#kernel/values/currency-format.ts'
import { decimalOf, formatMoney, formatNumber } from '#kernel/values/money.ts'
import { amountIn, parseMoney, storedNumber } from '#kernel/values/typed-amount.ts'
import type { NumberKind } from './NumberInput.tsx'

const plain = (value: unknown) => decimalOf(storedNumber(value))?.toFixed() ?? unread(value)

const unread = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * An amount: two decimals, of a price with more places those that it has.
 * @param currency code of the currency whose signs may be typed; those of any without it
 */
export function moneyMeaning({ precision = 2 }: FieldDefinition, currency: string | undefined): NumberKind {
  return {
    shown(value) {
      const amount = storedNumber(value)
      return amount === null ? unread(value) : formatMoney(amount, { symbol: '', places: amountPlaces(amount, precision) })
    },
    typed: plain,
    parse: (text) => parseMoney(text, { places: precision, currency }) ?? undefined,
  }
}

/** A decimal, cut to its places by rounding half-up. */
export function decimalMeaning({ precision = 6 }: FieldDefinition, places = precision): NumberKind {
  return {
    shown: (value) => formatNumber(storedNumber(value)) || unread(value),
    typed: plain,
    // without needless zeros after the point
    parse: (text) => decimalOf(parseMoney(text.replace(/[%％]\s*$/, ''), { places, currency: '' }))?.toFixed(),
  }
}

/** A whole number of the safe range; one that is a name, such as a year, has no thousands separators. */
export const integerMeaning = ({ isName }: FieldDefinition): NumberKind => ({
  shown: (value) => (isName ? plain(value) : formatNumber(storedNumber(value)) || unread(value)),
  typed: plain,
  parse(text) {
    const whole = amountIn(text, { places: 0, currency: '' })
    return whole?.isInteger() && Number.isSafeInteger(whole.toNumber()) ? whole.toNumber() : undefined
  },
})

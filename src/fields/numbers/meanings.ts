import { Decimal } from 'decimal.js'
import type { FieldDefinition } from '#kernel/fields.ts'
import { decimalOf, formatMoney, formatNumber, moneyText, parseMoney, type Numeric } from '#kernel/values/money.ts'
import type { NumberKind } from './NumberInput.tsx'

const numeric = (value: unknown): Numeric | null => (typeof value === 'string' || typeof value === 'number' ? value : null)
const plain = (value: unknown) => decimalOf(numeric(value))?.toFixed() ?? ''

/** An amount: always its decimals; what is no amount becomes 0.00. */
export function moneyMeaning({ precision = 2 }: FieldDefinition): NumberKind {
  return {
    shown: (value) => formatMoney(numeric(value), { symbol: '', places: precision }),
    typed: plain,
    parse: (text) => parseMoney(text, precision) ?? undefined,
    fallback: moneyText(new Decimal(0), precision),
  }
}

/** A decimal, cut to its places by rounding half-up. */
export function decimalMeaning({ precision = 6 }: FieldDefinition, places = precision): NumberKind {
  return {
    shown: (value) => formatNumber(numeric(value)),
    typed: plain,
    parse: (text) => decimalText(text, places),
    fallback: null,
  }
}

/** A whole number of the safe range; one that is a name, such as a year, has no thousands separators. */
export const integerMeaning = ({ isName }: FieldDefinition): NumberKind => ({
  shown: (value) => (isName ? plain(value) : formatNumber(numeric(value))),
  typed: plain,
  parse(text) {
    const whole = decimalText(text, 0)
    return whole !== undefined && Number.isSafeInteger(Number(whole)) ? Number(whole) : undefined
  },
  fallback: null,
})

/** Without needless zeros after the point. */
function decimalText(text: string, places: number): string | undefined {
  const parsed = parseMoney(text.replace('%', ''), places)
  return parsed === null ? undefined : decimalOf(parsed)?.toFixed()
}

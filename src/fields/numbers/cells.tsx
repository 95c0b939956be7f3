import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Money.tsx'
import { Num } from '#shell/parts/Num.tsx'
import type { CellProps } from '../types.ts'

const numeric = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

/** An amount with its currency and the field's decimals. */
export const MoneyCell = ({ value, field, currency }: CellProps) =>
  <Money value={numeric(value)} precision={field.precision} currency={currency} />

/** A number with its own decimals; an exchange rate with those of its field. */
export function NumberCell({ value, field }: CellProps) {
  const decimal = decimalOf(numeric(value))
  if (field.isName) return <Num>{decimal?.toFixed()}</Num>
  return <Num>{decimal && formatNumber(decimal, field.as === 'exchangeRate' ? field.precision : undefined)}</Num>
}

/** A percentage with its sign: 12.5 is shown as 12.5%. */
export function PercentCell({ value }: CellProps) {
  const decimal = decimalOf(numeric(value))
  return <Num>{decimal && `${formatNumber(decimal)}%`}</Num>
}

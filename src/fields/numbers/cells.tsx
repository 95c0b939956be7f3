import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import { Money } from '#shell/parts/Money.tsx'
import { Num } from '#shell/parts/Num.tsx'
import type { CellProps } from '../types.ts'

const numeric = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

export const MoneyCell = ({ value, field, currency }: CellProps) =>
  <Money value={numeric(value)} precision={field.precision} currency={currency} />

/** A number with its own decimals; a rate with those that its field asks for. */
export function NumberCell({ value, field }: CellProps) {
  const decimal = decimalOf(numeric(value))
  if (field.isName) return <Num>{decimal?.toFixed()}</Num>
  return <Num>{decimal && formatNumber(decimal, field.as === 'exchangeRate' ? field.precision : undefined)}</Num>
}

export function PercentCell({ value }: CellProps) {
  const decimal = decimalOf(numeric(value))
  return <Num>{decimal && `${formatNumber(decimal)}%`}</Num>
}

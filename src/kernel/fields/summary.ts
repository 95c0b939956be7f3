import type { FieldDefinition, Summary } from '../fields.ts'
import { kindOf } from '../kinds/registry.ts'
import { decimalOf, moneyText, type Numeric, sumMoney } from '../values/money.ts'

/** Returns whether a field is an amount of money. */
export const isMoney = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'

/** The figure of a column below its rows: the one that it declares, else the sum of amounts that are no price per piece. */
export function summaryKind(column: FieldDefinition): Exclude<Summary, 'none'> | undefined {
  const { summary = isMoney(column) && !column.each ? 'sum' : 'none' } = column
  return summary === 'none' ? undefined : summary
}

/** Decimal places of an average; those of the column, at least 2. */
const averagePlaces = ({ precision = 2 }: FieldDefinition): number => Math.max(2, precision)

/**
 * The figure of a column over its rows, as decimal text: `count` counts the rows with a value, `average` is over those. Null where the
 * column has none, or nothing to sum up.
 */
export function summaryOf(column: FieldDefinition, values: readonly unknown[]): string | null {
  const kind = summaryKind(column)
  if (kind === undefined) return null
  const held = values.filter((value) => !kindOf(column).empty(value))
  if (kind === 'count') return String(held.length)
  const total = sumMoney(held.map((value) => decimalOf(value as Numeric)))
  if (kind === 'average') return held.length === 0 ? null : moneyText(total.dividedBy(held.length), averagePlaces(column))
  return isMoney(column) ? moneyText(total) : total.toFixed()
}

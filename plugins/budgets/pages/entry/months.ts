import { parseMoney, storedNumber, unreadAmount } from '#kernel/values/typed-amount.ts'
import { sum } from '../figures.ts'

/** Budgets are in RMB. */
export const rmb = { currency: 'CNY' }

/** Amounts as they are typed, January to December. */
export type TypedMonths = readonly string[]

export const emptyMonths: TypedMonths = Array.from({ length: 12 }, () => '0')

/** A stored amount as it is typed: no needless decimals. */
export const typedOf = (amount: string): string => amount.replace(/\.00$/, '')

/** The typed amounts as the calls take them; a text that is no amount is left for its sentence. */
export const amountsOf = (months: TypedMonths): string[] => months.map((month) => parseMoney(month, rmb) ?? unreadAmount(month.trim()))

/** Cells pasted from a workbook, from one month on: a row or a column of amounts. */
export function pasted(months: TypedMonths, at: number, text: string): TypedMonths | undefined {
  const cells = text.trim().split(/[\t\n\r]+/).map((cell) => cell.trim())
  if (cells.length < 2) return undefined
  return months.map((month, index) => cells[index - at] ?? month).map((cell,
    index) => (index >= at && index < at + cells.length ? typedOf(parseMoney(cell, rmb) ?? cell) : cell)
  )
}

/** The sum of the months between two, both inclusive; what is no amount counts as nothing. */
export const totalOf = (months: TypedMonths, { from, to }: { from: number; to: number }): string =>
  sum(...amountsOf(months).slice(from - 1, to).filter((month) => storedNumber(month) !== null))

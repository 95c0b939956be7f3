import { parseMoney, storedNumber, unreadAmount } from '#kernel/values/typed-values.ts'
import { sum } from '../figures.ts'

/** Budgets are in RMB. */
export const rmb = { currency: 'CNY' }

/** Entered amounts, January to December. */
export type TypedMonths = readonly string[]

export const emptyMonths: TypedMonths = Array.from({ length: 12 }, () => '0')

/** A stored amount as input text, without trailing zero decimals. */
export const typedOf = (amount: string): string => amount.replace(/\.00$/, '')

/** Entered amounts in the form of the API calls; invalid texts are passed on to be refused. */
export const amountsOf = (months: TypedMonths): string[] => months.map((month) => parseMoney(month, rmb) ?? unreadAmount(month.trim()))

/** Fills months from pasted worksheet cells (a row or column of amounts), starting at a month; undefined for a single value. */
export function pasted(months: TypedMonths, at: number, text: string): TypedMonths | undefined {
  const cells = text.trim().split(/[\t\n\r]+/).map((cell) => cell.trim())
  if (cells.length < 2) return undefined
  return months.map((month, index) => cells[index - at] ?? month).map((cell,
    index) => (index >= at && index < at + cells.length ? typedOf(parseMoney(cell, rmb) ?? cell) : cell)
  )
}

/** Sum of a range of months, both inclusive; invalid amounts count as 0. */
export const totalOf = (months: TypedMonths, { from, to }: { from: number; to: number }): string =>
  sum(...amountsOf(months).slice(from - 1, to).filter((month) => storedNumber(month) !== null))

import { Decimal } from 'decimal.js'
import type { FieldDefinition } from '#kernel/fields.ts'
import { decimalOf, moneyText } from '#kernel/values/money.ts'
import type { SheetCell } from '#server/workbooks/sheet.ts'
import { type CellProblem, isProblem, plainText } from './cell-text.ts'

/**
 * The exact number of a cell, typed or written with separators and currency signs. No float is between: a file's own
 * digits are rounded to the fifteen that the spreadsheet shows, and stay a decimal text.
 */
function numberOf(cell: SheetCell): Decimal | CellProblem {
  // A number that a format pads with zeros is still the number.
  const written = plainText(cell.kind === 'number' ? { ...cell, padded: undefined } : cell)
  if (isProblem(written)) return written
  const isPercent = written.endsWith('%')
  const digits = written.replaceAll(/[\u2212\u2010-\u2015]/g, '-').replaceAll(/[\s¥$€£%]|CNY|RMB/g, '')
  if (!number.test(digits)) return { code: 'imports.cell.number' }
  const found = decimalOf(digits.replaceAll(',', '')) ?? new Decimal(0)
  return isPercent && cell.kind !== 'number' ? found.div(100) : found
}

const number = /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/

/** An amount or another decimal, as the wire carries it. */
export function decimalText(cell: SheetCell, { kind, precision = 2 }: FieldDefinition): string | CellProblem {
  const found = numberOf(cell)
  if (!(found instanceof Decimal)) return found
  // An amount is written with its cents; the field reports more decimals than that; they are not rounded away.
  return kind === 'money' && found.decimalPlaces() <= precision ? moneyText(found, precision) : unsigned(found)
}

/** Hundredths: 6, "6%" and a cell that shows 6 % are all 6. */
export function percentText(cell: SheetCell): string | CellProblem {
  const found = numberOf(cell)
  if (!(found instanceof Decimal)) return found
  const isShare = cell.kind === 'number' ? cell.percent === true : cell.kind === 'text' && cell.text.normalize('NFKC').trim().endsWith('%')
  return unsigned(isShare ? found.times(100) : found)
}

/** Returns the whole number of a cell, or the problem that it has a fraction or is no number. */
export function wholeNumber(cell: SheetCell): number | CellProblem {
  const found = numberOf(cell)
  if (!(found instanceof Decimal)) return found
  const whole = found.toNumber()
  return found.isInteger() && Number.isSafeInteger(whole) ? whole : { code: 'imports.cell.integer' }
}

const unsigned = (number: Decimal): string => (number.isZero() ? '0' : number.toFixed())

import { Decimal } from 'decimal.js'
import type { FieldDefinition } from '#kernel/fields.ts'
import { decimalOf, moneyText } from '#kernel/values/money.ts'
import { amountIn } from '#kernel/values/typed-amount.ts'
import type { SheetCell } from '#server/workbooks/sheet.ts'
import { type CellProblem, cellText, isProblem } from './cell-text.ts'

/**
 * The exact number of a cell, typed or written with separators and currency signs. No float is between: a file's own
 * digits are rounded to the fifteen that the spreadsheet shows, and stay a decimal text.
 * @param places of the field: a text such as "500.000" may be two amounts where it has fewer than three
 */
function numberOf(cell: SheetCell, places: number): Decimal | CellProblem {
  // A number that a format pads with zeros is still the number.
  const written = cellText(cell.kind === 'number' ? { ...cell, padded: undefined } : cell)
  if (isProblem(written)) return written
  return (cell.kind === 'number' ? decimalOf(written) : typedNumber(written, places)) ?? { code: 'imports.cell.number' }
}

function typedNumber(written: string, places: number): Decimal | null {
  const share = /^(.*)[%％]$/.exec(written)?.[1]
  return share === undefined ? amountIn(written, { places }) : amountIn(share, { places: mostPlaces })?.div(100) ?? null
}

/** Decimal places of a number whose field says nothing. */
const mostPlaces = 6

/** An amount or another decimal, as the wire carries it. */
export function decimalText(cell: SheetCell, { kind, precision = kind === 'money' ? 2 : mostPlaces }: FieldDefinition):
  | string
  | CellProblem {
  const found = numberOf(cell, precision)
  if (!(found instanceof Decimal)) return found
  // An amount is written with its cents; the field reports more decimals than that; they are not rounded away.
  return kind === 'money' && found.decimalPlaces() <= precision ? moneyText(found, precision) : unsigned(found)
}

/** Hundredths: 6, "6%" and a cell that shows 6 % are all 6. */
export function percentText(cell: SheetCell): string | CellProblem {
  const found = numberOf(cell, mostPlaces)
  if (!(found instanceof Decimal)) return found
  const isShare = cell.kind === 'number' ? cell.percent === true : cell.kind === 'text' && cell.text.normalize('NFKC').trim().endsWith('%')
  return unsigned(isShare ? found.times(100) : found)
}

/** Returns the whole number of a cell, or the problem that it has a fraction or is no number. */
export function wholeNumber(cell: SheetCell): number | CellProblem {
  const found = numberOf(cell, 0)
  if (!(found instanceof Decimal)) return found
  const whole = found.toNumber()
  return found.isInteger() && Number.isSafeInteger(whole) ? whole : { code: 'imports.cell.integer' }
}

const unsigned = (number: Decimal): string => (number.isZero() ? '0' : number.toFixed())

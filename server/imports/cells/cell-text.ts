import type { FieldProblem } from '#kernel/errors.ts'
import type { SheetCell } from '#server/workbooks/sheet.ts'

/** A fault of a cell, before anybody says at which column. */
export type CellProblem = Omit<FieldProblem, 'field'>

/** A cell as a text that people would type; what cannot be taken as data is a problem. */
export function cellText(cell: SheetCell | undefined): string | CellProblem {
  // Each kind has its own reader of that kind.
  return cell ? (texts[cell.kind] as (cell: SheetCell) => string | CellProblem)(cell) : ''
}

type CellOfKind<Name extends SheetCell['kind']> = Extract<SheetCell, { readonly kind: Name }>

const texts: { readonly [Name in SheetCell['kind']]: (cell: CellOfKind<Name>) => string | CellProblem } = {
  // the database holds no NUL; a workbook spells it _x0000_
  text: ({ text }) => (text.includes('\u0000') ? { code: 'imports.cell.nul' } : trimmed(text)),
  date: ({ text }) => text,
  boolean: ({ yes }) => (yes ? 'TRUE' : 'FALSE'),
  number: ({ text, padded, lossy }) => (lossy ? { code: 'imports.cell.digits' } : (padded ?? text)),
  error: ({ text }) => ({ code: 'imports.cell.error', parameters: { text } }),
  formula: () => ({ code: 'imports.cell.formula' }),
  merged: () => ({ code: 'imports.cell.merged' }),
}

/** The same for a value that has a form (codes, numbers, days): full-width characters are their plain ones. */
export function plainText(cell: SheetCell | undefined): string | CellProblem {
  const text = cellText(cell)
  return typeof text === 'string' ? plain(text) : text
}

/** A text with full-width characters as their plain ones (NFKC), trimmed. */
export const plain = (text: string): string => trimmed(text.normalize('NFKC'))

/** Returns whether a cell could not be taken, so that its fault stands in place of a value. */
export const isProblem = (value: unknown): value is CellProblem => typeof value === 'object' && value !== null && 'code' in value

/** Blanks of every width, and characters of no width, that come along with copied text. */
const trimmed = (text: string): string => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').replaceAll('\r\n', '\n').trim()

/** A cell as a list or a failure file shows it again. */
export function shownText(cell: SheetCell | undefined): string {
  if (cell?.kind === 'error') return cell.text
  const text = cellText(cell?.kind === 'number' ? { ...cell, lossy: undefined } : cell)
  return isProblem(text) ? '' : text
}

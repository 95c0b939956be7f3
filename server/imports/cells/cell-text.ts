import type { FieldProblem } from '#kernel/errors.ts'
import type { SheetCell } from '#server/workbooks/sheet.ts'

/** A problem of a cell, before its column is known. */
export type CellProblem = Omit<FieldProblem, 'field'>

/** A cell as the text that a person would type; a problem for a cell that cannot be used as data. */
export function cellText(cell: SheetCell | undefined): string | CellProblem {
  // Each kind is handled by the function of that kind, which the type system cannot express.
  return cell ? (texts[cell.kind] as (cell: SheetCell) => string | CellProblem)(cell) : ''
}

type CellOfKind<Name extends SheetCell['kind']> = Extract<SheetCell, { readonly kind: Name }>

const texts: { readonly [Name in SheetCell['kind']]: (cell: CellOfKind<Name>) => string | CellProblem } = {
  // PostgreSQL cannot store NUL; a workbook spells it _x0000_
  text: ({ text }) => (text.includes('\u0000') ? { code: 'imports.cell.nul' } : trimmed(text)),
  date: ({ text }) => text,
  boolean: ({ yes }) => (yes ? 'TRUE' : 'FALSE'),
  number: ({ text, padded, lossy }) => (lossy ? { code: 'imports.cell.digits' } : (padded ?? text)),
  error: ({ text }) => ({ code: 'imports.cell.error', parameters: { text } }),
  formula: () => ({ code: 'imports.cell.formula' }),
  merged: () => ({ code: 'imports.cell.merged' }),
}

/** Like `cellText`, for formatted values (codes, numbers, days): full-width characters become ASCII. */
export function plainText(cell: SheetCell | undefined): string | CellProblem {
  const text = cellText(cell)
  return typeof text === 'string' ? plain(text) : text
}

/** A text with full-width characters converted to ASCII (NFKC), trimmed. */
export const plain = (text: string): string => trimmed(text.normalize('NFKC'))

/** Returns whether a cell could not be read, so that its value is a problem. */
export const isProblem = (value: unknown): value is CellProblem => typeof value === 'object' && value !== null && 'code' in value

/** Trims spaces of all widths, and zero-width characters from copied texts. */
const trimmed = (text: string): string => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').replaceAll('\r\n', '\n').trim()

/** A cell as displayed in a list or a failure file. */
export function shownText(cell: SheetCell | undefined): string {
  if (cell?.kind === 'error') return cell.text
  const text = cellText(cell?.kind === 'number' ? { ...cell, lossy: undefined } : cell)
  return isProblem(text) ? '' : text
}

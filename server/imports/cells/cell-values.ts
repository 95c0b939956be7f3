import { Decimal } from 'decimal.js'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Holds, KindTraits } from '#kernel/kinds/kind.ts'
import { amountIn, typedCode } from '#kernel/values/typed-values.ts'
import { dayIn, momentIn, monthIn, timeIn } from '#kernel/values/typed-moment.ts'
import { decimalOf, moneyText } from '#kernel/values/money.ts'
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

/**
 * The exact number of a cell, as a number or as text with separators and currency signs. Never converted to a float: a file's digits are
 * rounded to the fifteen that spreadsheets show, and stay decimal text.
 * @param places decimal places of the field: a text such as "500.000" is ambiguous where it has fewer than three
 */
function numberOf(cell: SheetCell, places: number): Decimal | CellProblem {
  // ignores zero padding by the cell's format
  const written = cellText(cell.kind === 'number' ? { ...cell, padded: undefined } : cell)
  if (isProblem(written)) return written
  return (cell.kind === 'number' ? decimalOf(written) : typedNumber(written, places)) ?? { code: 'imports.cell.number' }
}

function typedNumber(written: string, places: number): Decimal | null {
  const share = /^(.*)[%％]$/.exec(written)?.[1]
  return share === undefined ? amountIn(written, { places }) : amountIn(share, { places: mostPlaces })?.div(100) ?? null
}

/** Decimal places of a number without `precision`. */
const mostPlaces = 6

/** A decimal as on the wire. */
function decimalText(cell: SheetCell, { kind, precision = kind === 'money' ? 2 : mostPlaces }: FieldDefinition):
  | string
  | CellProblem {
  const found = numberOf(cell, precision)
  if (!(found instanceof Decimal)) return found
  // An amount has at least its cents; further decimals are reported by the field instead of being rounded.
  return kind === 'money' && found.decimalPlaces() <= precision ? moneyText(found, precision) : unsigned(found)
}

/** The percentage of a cell: 6, "6%" and a cell that shows 6 % are all 6. */
function percentText(cell: SheetCell): string | CellProblem {
  const found = numberOf(cell, mostPlaces)
  if (!(found instanceof Decimal)) return found
  const isShare = cell.kind === 'number' ? cell.percent === true : cell.kind === 'text' && cell.text.normalize('NFKC').trim().endsWith('%')
  return unsigned(isShare ? found.times(100) : found)
}

/** Returns the integer of a cell, or the problem. */
function wholeNumber(cell: SheetCell): number | CellProblem {
  const found = numberOf(cell, 0)
  if (!(found instanceof Decimal)) return found
  const whole = found.toNumber()
  return found.isInteger() && Number.isSafeInteger(whole) ? whole : { code: 'imports.cell.integer' }
}

const unsigned = (number: Decimal): string => (number.isZero() ? '0' : number.toFixed())

/** Resolves a text of one column to a choice's value or a record's id; a problem where there is none, or more than one. */
export type Resolve = (text: string) => string | CellProblem

/** A cell's value as on the wire for its kind, or its problem; null for an empty cell. */
export function cellValue(cell: SheetCell | undefined, field: FieldDefinition, resolve: Resolve): unknown {
  if (!cell) return null
  const text = cellText(cell)
  if (text === '') return null
  if (isProblem(text) && cell.kind !== 'number') return text
  return readerOf(field)?.(cell, field, resolve) ?? null
}

/** Returns whether workbooks can contain a field of this kind. */
export const isReadable = (field: FieldDefinition): boolean => readerOf(field) !== undefined

function readerOf(field: FieldDefinition): CellParser | undefined {
  const { holds, parse, isImportable } = kindOf(field)
  if (isImportable === false) return undefined
  return parse ? parsed(parse) : readers[holds]
}

/** The texts of a cell that name records or choices; several for a list. */
export function namesIn(cell: SheetCell | undefined, field: FieldDefinition): readonly string[] {
  const text = plainText(cell)
  if (isProblem(text) || text === '') return []
  return isList(field) ? parts(text) : [text]
}

type CellParser = (cell: SheetCell, field: FieldDefinition, resolve: Resolve) => unknown

const moment = (read: (text: string) => string | null, code: string): CellParser => (cell) => {
  const text = plainText(cell)
  return isProblem(text) ? text : (read(text) ?? { code })
}

const one: CellParser = (cell, _, resolve) => {
  const text = plainText(cell)
  return isProblem(text) ? text : resolve(text)
}

const several: CellParser = (cell, _, resolve) => {
  const text = plainText(cell)
  if (isProblem(text)) return text
  const found = parts(text).map(resolve)
  return found.find(isProblem) ?? [...new Set(found)]
}

/**
 * Parses a text. With a pattern it is a code: full-width characters become ASCII, several ones are separated by commas, and months are
 * accepted in many notations.
 */
const text: CellParser = (cell, { pattern }) => {
  const written = pattern === undefined ? cellText(cell) : plainText(cell)
  if (pattern === undefined || isProblem(written)) return written
  const typed = typedCode(written, pattern)
  const month = monthIn(written)
  const isTaken = (candidate: string) => new RegExp(pattern, 'u').test(candidate)
  return month !== null && !isTaken(typed) && isTaken(month) ? month : typed
}

const yesOrNo: CellParser = (cell) => {
  const answer = plainText(cell)
  if (isProblem(answer)) return answer
  const word = answer.toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : { code: 'imports.cell.yesOrNo' }
}

const yes: ReadonlySet<string> = new Set(['是', 'yes', 'y', 'true', '1', '√', '✓', '启用'])
const no: ReadonlySet<string> = new Set(['否', 'no', 'n', 'false', '0', '×', 'x', '停用'])

/** Returns whether a cell of the field contains several records or choices. */
export function isList(field: FieldDefinition): boolean {
  const { holds, isImportable } = kindOf(field)
  return isImportable !== false && (holds === 'choices' || holds === 'ids')
}

const parts = (list: string): string[] => list.split(/[;；,，、\n]/).map(plain).filter(Boolean)

/** Parses by the kind's own function. */
const parsed = (parse: NonNullable<KindTraits['parse']>): CellParser => (cell, field) => {
  const text = plainText(cell)
  return isProblem(text) ? text : (parse(text, field) ?? { code: 'imports.cell.value' })
}

const readers: Partial<Record<Holds, CellParser>> = {
  text,
  decimal: (cell, field) => (kindOf(field).isShare ? percentText(cell) : decimalText(cell, field)),
  integer: wholeNumber,
  date: moment((text) => dayIn(text), 'imports.cell.date'),
  datetime: moment((text) => momentIn(text), 'imports.cell.datetime'),
  time: moment(timeIn, 'imports.cell.time'),
  boolean: yesOrNo,
  choice: one,
  code: one,
  id: one,
  choices: several,
  ids: several,
}

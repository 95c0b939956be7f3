import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { typedCode } from '#kernel/values/typed-code.ts'
import { dayIn, momentIn, monthIn, timeIn } from '#kernel/values/typed-moment.ts'
import type { SheetCell } from '#server/workbooks/sheet.ts'
import { decimalText, percentText, wholeNumber } from './cell-numbers.ts'
import { type CellProblem, cellText, isProblem, plain, plainText } from './cell-text.ts'

/** Reads a text of one column as a choice's value or a record's id; a problem where it means none, or several. */
export type Resolve = (text: string) => string | CellProblem

/** A cell's value as the wire carries it for its kind, or what is wrong with it; null where it is empty. */
export function cellValue(cell: SheetCell | undefined, field: FieldDefinition, resolve: Resolve): unknown {
  if (!cell) return null
  const text = cellText(cell)
  if (text === '') return null
  if (isProblem(text) && cell.kind !== 'number') return text
  return readerOf(field)?.(cell, field, resolve) ?? null
}

/** Returns whether a workbook can hold a field of this kind. */
export const isReadable = (field: FieldDefinition): boolean => readerOf(field) !== undefined

/** A record of any kind is read by what names it. */
const readerOf = (field: FieldDefinition): CellParser | undefined => readers[field.kind] ?? (recordKindOf(field) ? one : undefined)

/** The texts of a cell that stand for records or choices: one, or several of a list. */
export function namesIn(cell: SheetCell | undefined, { kind }: FieldDefinition): readonly string[] {
  const text = plainText(cell)
  if (isProblem(text) || text === '') return []
  return lists.has(kind) ? parts(text) : [text]
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
 * A pattern makes a text a code: its full-width characters are plain ones, several have commas between them, and a month may be written in
 * many ways.
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

const lists: ReadonlySet<FieldKind> = new Set(['multiselect', 'people'])

const parts = (list: string): string[] => list.split(/[;；,，、\n]/).map(plain).filter(Boolean)

const readers: Partial<Record<FieldKind, CellParser>> = {
  text,
  textarea: cellText,
  money: decimalText,
  number: decimalText,
  percent: percentText,
  integer: wholeNumber,
  rate: wholeNumber,
  date: moment((text) => dayIn(text), 'imports.cell.date'),
  datetime: moment((text) => momentIn(text), 'imports.cell.datetime'),
  time: moment(timeIn, 'imports.cell.time'),
  checkbox: yesOrNo,
  switch: yesOrNo,
  select: one,
  radio: one,
  multiselect: several,
  people: several,
}

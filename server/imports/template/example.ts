import type { FieldKind } from '#kernel/fields.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { type Locale, locales } from '#kernel/wording/label.ts'
import { yesOrNo } from '#kernel/kinds/families/boolean-family.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { SheetRow } from '#server/workbooks/sheet.ts'
import { shownText } from '../cells/cell-text.ts'
import type { ImportColumn } from '../importer.ts'
import type { ColumnList } from './lists.ts'

/** The values that a column's example may be taken from. */
export type ExampleList = Pick<ColumnList, 'place' | 'offered'>

/** The example row of a template in each column; fixed but for the year and for what its lists offer, so that it is known again. */
export const exampleCells = (columns: readonly ImportColumn[], locale: Locale, at: Date, lists: readonly ExampleList[] = []): string[] =>
  columns.map((column, index) => {
    const cell = exampleCell(column, locale, at)
    const offered = lists.find(({ place }) => place === index)?.offered ?? []
    return isFromList(column, cell) && !offered.some(({ text }) => text === cell) ? (offered[0]?.text ?? cell) : cell
  })

const isReference = ({ field }: ImportColumn): boolean => recordKindOf(field) !== undefined

/** Returns whether the list of a column says its example better than `cell`. */
const isFromList = (column: ImportColumn, cell: string): boolean =>
  isReference(column) ? cell !== '' : isDictionaryExample(column) && cell === ''

/** Returns whether the example of a column is the first item of its dictionary: a required choice without words of its own. */
const isDictionaryExample = ({ field, required, example }: ImportColumn): boolean =>
  required === true && example === undefined && field.dict !== undefined && field.options === undefined

function exampleCell(column: ImportColumn, locale: Locale, at: Date): string {
  if (column.exampleYear) return todayOf(at).slice(0, 4)
  const { example } = column
  return typeof example === 'string' ? example : (example?.[locale] || bare(column, locale) || made(column, locale))
}

/** Behind the columns of the example row: a row is skipped only while it says this and nothing was changed. */
export const exampleMark = (find: FindText, locale: Locale): string => find('imports.template.example', undefined, locale) ?? ''

export interface ExampleRow {
  /** The mark that the row carries. */
  readonly mark: string
  /** Somebody has written their own data over it. */
  readonly isChanged: boolean
}

/** Finds whether a row is the template's example, in either language. */
export function exampleRow({ cells }: SheetRow, columns: readonly ImportColumn[], find: FindText): ExampleRow | undefined {
  const marked = shownText(cells[columns.length])
  const locale = locales.find((each) => marked !== '' && marked === exampleMark(find, each))
  if (!locale) return undefined
  const isChanged = (column: ImportColumn): boolean => !isExample(column, shownText(cells[columns.indexOf(column)]), locale)
  // codes and items are those of the list that the template had, which may be another now; the other cells tell
  const plainColumns = columns.filter((column) => !isReference(column) && !isDictionaryExample(column))
  const hasPlainCells = plainColumns.some((column) => exampleCell(column, locale, new Date(0)) !== '')
  return { mark: marked, isChanged: (hasPlainCells ? plainColumns : columns).some(isChanged) }
}

const isExample = (column: ImportColumn, text: string, locale: Locale): boolean => (column.exampleYear
  ? /^\d{4}$/.test(text)
  : text === exampleCell(column, locale, new Date(0)) || text === bare(column, locale))

const byKind: Partial<Record<FieldKind, string>> = {
  money: '1000.00',
  number: '1',
  percent: '6',
  integer: '1',
  rate: '1',
  date: '2026-01-31',
  datetime: '2026-01-31 09:00',
  time: '09:00',
}

/** By its kind alone: all that earlier templates had. */
function bare({ field: { kind, options } }: ImportColumn, locale: Locale): string {
  if (kind === 'switch' || kind === 'checkbox') return yesOrNo(true, { locale, facts: { reference: () => undefined } })
  return byKind[kind] ?? options?.[0]?.[locale] ?? ''
}

const code = 'A-001'

/** A required column shows what a cell looks like even where every text will do: a code, or a word. */
function made({ key, field, required, by }: ImportColumn, locale: Locale): string {
  if (!required || by === 'name') return ''
  if (recordKindOf(field) !== undefined) return code
  const { kind, pattern, max = code.length } = field
  const fits = (text: string) => text.length <= max && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  return kind === 'text' || kind === 'textarea' ? wordsFor(key, locale).find(fits) ?? '' : ''
}

function wordsFor(key: string, locale: Locale): readonly string[] {
  const word = locale === 'cn' ? '示例' : 'Example'
  return [...(/(code|no|number)$/i.test(key) ? [code, word] : [word, code]), '10001', '1000']
}

import { kindOf } from '#kernel/kinds/registry.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { type Locale, locales } from '#kernel/wording/label.ts'
import { yesOrNo } from '#kernel/kinds/choices.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { SheetRow } from '#server/workbooks/sheet.ts'
import { shownText } from '../cells/cell-values.ts'
import type { ImportColumn } from '../importer.ts'
import type { ColumnList } from './lists.ts'

/** The list from which a column's example may be taken. */
export type ExampleList = Pick<ColumnList, 'place' | 'offered'>

/** The example row of a template; it only depends on the year and on the columns' lists, so that it can be recognised later. */
export const exampleCells = (columns: readonly ImportColumn[], locale: Locale, at: Date, lists: readonly ExampleList[] = []): string[] =>
  columns.map((column, index) => {
    const cell = exampleCell(column, locale, at)
    const offered = lists.find(({ place }) => place === index)?.offered ?? []
    return isFromList(column, cell) && !offered.some(({ text }) => text === cell) ? (offered[0]?.text ?? cell) : cell
  })

const isReference = ({ field }: ImportColumn): boolean => recordKindOf(field) !== undefined

/** Returns whether the example is taken from the column's list instead of `cell`. */
const isFromList = (column: ImportColumn, cell: string): boolean =>
  isReference(column) ? cell !== '' : isDictionaryExample(column) && cell === ''

/** Returns whether the example is the first item of the column's dictionary: a required choice without an example of its own. */
const isDictionaryExample = ({ field, required, example }: ImportColumn): boolean =>
  required === true && example === undefined && field.dict !== undefined && field.options === undefined

function exampleCell(column: ImportColumn, locale: Locale, at: Date): string {
  if (column.exampleYear) return todayOf(at).slice(0, 4)
  const { example } = column
  return typeof example === 'string' ? example : (example?.[locale] || bare(column, locale) || made(column, locale))
}

/** Mark in the cell after the columns of the example row: the row is skipped only with this mark and while unchanged. */
export const exampleMark = (find: FindText, locale: Locale): string => find('imports.template.example', undefined, locale) ?? ''

export interface ExampleRow {
  /** The mark in the row. */
  readonly mark: string
  /** Whether it was overwritten with other data. */
  readonly isChanged: boolean
}

/** Recognises the template's example row, in either language. */
export function exampleRow({ cells }: SheetRow, columns: readonly ImportColumn[], find: FindText): ExampleRow | undefined {
  const marked = shownText(cells[columns.length])
  const locale = locales.find((each) => marked !== '' && marked === exampleMark(find, each))
  if (!locale) return undefined
  const isChanged = (column: ImportColumn): boolean => !isExample(column, shownText(cells[columns.indexOf(column)]), locale)
  // codes and items depend on the list at the time of the template, so only the other cells are compared
  const plainColumns = columns.filter((column) => !isReference(column) && !isDictionaryExample(column))
  const hasPlainCells = plainColumns.some((column) => exampleCell(column, locale, new Date(0)) !== '')
  return { mark: marked, isChanged: (hasPlainCells ? plainColumns : columns).some(isChanged) }
}

const isExample = (column: ImportColumn, text: string, locale: Locale): boolean => (column.exampleYear
  ? /^\d{4}$/.test(text)
  : text === exampleCell(column, locale, new Date(0)) || text === bare(column, locale))

/** The example by the kind alone, as in earlier templates. */
function bare({ field }: ImportColumn, locale: Locale): string {
  const { holds, example } = kindOf(field)
  if (holds === 'boolean') return yesOrNo(true, { locale, facts: { reference: () => undefined } })
  return example ?? field.options?.[0]?.[locale] ?? ''
}

const code = 'A-001'

/** A required column gets an example even where any text is valid: a code or a word. */
function made({ key, field, required, by }: ImportColumn, locale: Locale): string {
  if (!required || by === 'name') return ''
  if (recordKindOf(field) !== undefined) return code
  const { pattern, max = code.length } = field
  const fits = (text: string) => text.length <= max && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  return kindOf(field).isWritten ? wordsFor(key, locale).find(fits) ?? '' : ''
}

function wordsFor(key: string, locale: Locale): readonly string[] {
  const word = locale === 'cn' ? '示例' : 'Example'
  return [...(/(code|no|number)$/i.test(key) ? [code, word] : [word, code]), '10001', '1000']
}

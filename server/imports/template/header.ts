import { Refused } from '#kernel/errors.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { columnLetters, type SheetRow } from '#server/workbooks/sheet.ts'
import { cellText, plain } from '../cells/cell-text.ts'
import type { ImportColumn, Importer } from '../importer.ts'

/** Header of the column that a failure file adds. */
export const reasonHeader: Label = { cn: '失败原因', en: 'Reason' }

/** The header of a column in a template. */
export const headerOf = (column: ImportColumn, locale: Locale): string => `${column[locale]}${column.required ? '*' : ''}`

/**
 * The header row is the template's, in its order, in either language; columns that an export or a failure file adds may
 * follow. Answers how many columns have a header.
 * @throws Refused naming the first column that is wrong.
 */
export function checkHeader(row: SheetRow | undefined,
  { columns, others = [], ...title }: Pick<Importer, 'columns' | 'others' | 'cn' | 'en'>): number {
  const found = headerTexts(row)
  const wrong = columns.findIndex((column, index) => !says(found[index] ?? '', column))
  if (wrong >= 0) throw refused('imports.header', { title, index: wrong, found, expected: columns[wrong] })
  const added = [reasonHeader, ...others]
  const unknown = found.findIndex((text, index) => index >= columns.length && text !== '' && !added.some((other) => says(text, other)))
  if (unknown >= 0) throw refused('imports.headerBeyond', { title, index: unknown, found, expected: undefined })
  return Math.max(columns.length, found.length)
}

/** Without the empty cells behind the last header. */
export function headerTexts(row: SheetRow | undefined): string[] {
  const texts = (row?.cells ?? []).map((cell) => cellText(cell)).map((text) => (typeof text === 'string' ? text : ''))
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

function refused(code: string,
  { title, index, found, expected }: { title: Label; index: number; found: readonly string[]; expected: Label | undefined }): Refused {
  return new Refused(code, { title: bilingual(title), column: columnLetters(index), found: found[index] ?? '',
    ...(expected && { expected: bilingual(expected) }) })
}

/** Returns whether a header names a column, in either language or as an earlier template did. */
export const says = (text: string, { cn, en, formerly = [] }: Label & Pick<ImportColumn, 'formerly'>): boolean =>
  [cn, en, ...formerly].some((heading) => same(text) === same(heading))

/** The star of a required column, blanks and case do not count. */
const same = (text: string): string => plain(text).replace(/\s*\*+$/, '').replaceAll(/\s+/g, '').toLowerCase()

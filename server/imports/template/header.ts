import { Refused } from '#kernel/errors.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { columnLetters, type SheetRow } from '#server/workbooks/sheet.ts'
import { cellText, plain } from '../cells/cell-text.ts'
import type { ImportColumn, Importer } from '../importer.ts'

/** Heading of the column that a failure file adds. */
export const reasonHeader: Label = { cn: '失败原因', en: 'Reason' }

/** The heading of a column in a template. */
export const headerOf = (column: ImportColumn, locale: Locale): string => `${column[locale]}${column.required ? '*' : ''}`

/**
 * Checks that the header row has the template's headings, in its order, in either language; columns added by an export or a failure file
 * may follow.
 * @returns the number of columns with a heading
 * @throws Refused with the first wrong column
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

/** The texts of a header, without trailing empty cells. */
export function headerTexts(row: SheetRow | undefined): string[] {
  const texts = (row?.cells ?? []).map((cell) => cellText(cell)).map((text) => (typeof text === 'string' ? text : ''))
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

function refused(code: string,
  { title, index, found, expected }: { title: Label; index: number; found: readonly string[]; expected: Label | undefined }): Refused {
  return new Refused(code, { title: bilingual(title), column: columnLetters(index), found: found[index] ?? '',
    ...(expected && { expected: bilingual(expected) }) })
}

/** Returns whether a heading names a column, in either language or as in an earlier template. */
export const says = (text: string, { cn, en, formerly = [] }: Label & Pick<ImportColumn, 'formerly'>): boolean =>
  [cn, en, ...formerly].some((heading) => same(text) === same(heading))

/** Normalises a heading: without the star of required columns, spaces and case. */
const same = (text: string): string => plain(text).replace(/\s*\*+$/, '').replaceAll(/\s+/g, '').toLowerCase()

import type { Worksheet } from 'exceljs'
import type { FieldDefinition } from '#kernel/fields.ts'
import { yesOrNo } from '#kernel/kinds/choices.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual, nameOf } from '#kernel/wording/names.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Holds } from '#kernel/kinds/kind.ts'
import { patternWords } from '#kernel/wording/pattern-words.ts'
import { Refused } from '#kernel/errors.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import { bytesOf, sheetName, widthOf } from '#server/workbooks/writer.ts'
import { escaped } from '#server/workbooks/xlsx-parts.ts'
import { columnLetters, type SheetRow } from '#server/workbooks/sheet.ts'
import { exampleCells, type ExampleList, exampleMark } from './example.ts'
import { cellText, isList, plain } from '../cells/cell-values.ts'
import type { ImportColumn, Importer } from '../importer.ts'
import { addLists, type ColumnList, type ColumnLists, type ListValue, rowLimit } from './lists.ts'
import { optionsOf } from '../reading/names.ts'

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

interface Language {
  readonly find: FindText
  readonly locale: Locale
}

/** The notes of a template: how to fill in each column, and general rules for the file. */
export function notesOf({ columns, notes = [], allOrNothing }: Pick<Importer, 'columns' | 'notes' | 'allOrNothing'>,
  { find, locale }: Language): string[][] {
  const say: Say = (code, parameters) => find(`imports.template.${code}`, parameters, locale) ?? ''
  const general = [say('limits', { limit: rowLimit }), say('values'), say(allOrNothing ? 'allOrNothing' : 'each'),
    ...notes.map((note) => note[locale])]
  return [
    [say('column'), say('required'), say('fill')],
    ...columns.map((column) => [column[locale], column.required ? say('yes') : '', fillingOf(column, say, locale)]),
    [],
    ...general.map((line) => [line]),
  ]
}

/** Suffixes of the locale keys that explain how to fill in a cell. */
const byHeld: Partial<Record<Holds, string>> = {
  decimal: 'number',
  integer: 'integer',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  choice: 'choice',
  boolean: 'yesOrNo',
}

function noteOf(field: FieldDefinition): string | undefined {
  const { holds, isShare } = kindOf(field)
  if (isList(field)) return 'several'
  return field.kind === 'money' ? 'money' : isShare ? 'percent' : byHeld[holds]
}

type Say = (code: string, parameters?: Readonly<Record<string, string | number>>) => string

function fillingOf(column: ImportColumn, say: Say, locale: Locale): string {
  return column.meanings ? say('byCodeOrName') : valueNote(column, say, locale)
}

function valueNote({ field, by, example }: ImportColumn, say: Say, locale: Locale): string {
  const kind = noteOf(field) ?? (recordKindOf(field) ? referenceNote(by) : 'text')
  const filling = `${say(kind, { max: field.max ?? longestText })}${boundsOf(field, say)}`
  const hint = (field.hint ?? field.placeholder)?.[locale]
  return `${filling}${formatHint(field, example, { say, locale })}${hint ? `; ${hint}` : ''}`
}

/** The format of a pattern in words; else an example, where the column has one. */
function formatHint({ pattern }: FieldDefinition, example: ImportColumn['example'], { say, locale }: { say: Say; locale: Locale }): string {
  if (pattern === undefined) return ''
  const format = patternWords(pattern)
  if (format) return say('format', { format: format[locale] })
  return example === undefined ? '' : say('such', { example: typeof example === 'string' ? example : example[locale] })
}

/** The limits of a number in words; for other kinds, limits are lengths. */
function boundsOf(field: FieldDefinition, say: Say): string {
  const { holds } = kindOf(field)
  if (holds !== 'decimal' && holds !== 'integer') return ''
  const { min, max } = field
  if (min !== undefined && max !== undefined) return say('between', { min, max })
  if (min !== undefined) return say('atLeast', { min })
  return max === undefined ? '' : say('atMost', { max })
}

/** Maximum length of a text without `max`. */
const longestText = 100

function referenceNote(by: ImportColumn['by']): string {
  if (by === undefined) return 'byCodeOrName'
  return by === 'code' ? 'byCode' : 'byName'
}

export interface TemplateDependencies {
  readonly host: Pick<Host, 'db' | 'references' | 'clock' | 'departments'>
  readonly find: FindText
  readonly caller: Caller
  readonly locale: Locale
}

/** Maximum number of records in a drop-down; longer lists must be looked up on the page. */
const longestList = 500

/** The product's template: header, drop-downs, an example, notes, and the available codes. */
export async function templateOf(importer: Pick<Importer, 'columns' | 'cn' | 'en' | 'notes' | 'allOrNothing'>,
  parts: TemplateDependencies): Promise<Buffer> {
  const { find, locale } = parts
  const { default: excel } = await import('exceljs')
  const workbook = new excel.Workbook()
  const data = workbook.addWorksheet(sheetName(importer[locale]), { views: [{ state: 'frozen', ySplit: 1 }] })
  const offered = await columnListsOf(importer.columns, parts)
  const lists = [...offered.lists, ...(await severalItems(importer.columns, parts))]
  fillData(data, importer.columns, { find, locale, lists, at: parts.host.clock.now() })
  addLists(workbook, data, offered, 1)
  fillNotes(workbook.addWorksheet(find('imports.template.notes', undefined, locale) ?? 'Notes'), notesOf(importer, { find, locale }))
  return bytesOf(workbook)
}

function fillData(sheet: Worksheet, columns: readonly ImportColumn[],
  { find, locale, lists, at }: Pick<TemplateDependencies, 'find' | 'locale'> & { readonly lists: readonly ExampleList[];
    readonly at: Date }) {
  sheet.columns = columns.map((column) => ({ width: widthOf(headerOf(column, locale)), style: { numFmt: formatOf(column.field) } }))
  const header = sheet.addRow(columns.map((column) => escaped(headerOf(column, locale))))
  header.font = { bold: true }
  const example = sheet.addRow([...exampleCells(columns, locale, at, lists), exampleMark(find, locale)].map(escaped))
  example.font = { color: { argb: 'FF6B675F' } }
}

/** The number format of a column: texts and codes keep leading zeros; numbers and dates are formatted as in the product. */
function formatOf(field: FieldDefinition): string {
  const { sample, holds } = kindOf(field)
  if (sample !== undefined)
    return kindOf(field).excelCell(sample, field, { locale: 'cn', facts: { reference: () => undefined } }).format ?? '@'
  return holds === 'decimal' || holds === 'integer' ? 'General' : '@'
}

/** The drop-down lists of the columns that have one. */
export async function columnListsOf(columns: readonly ImportColumn[], parts: TemplateDependencies,
  places?: readonly number[]): Promise<ColumnLists> {
  const lists: ColumnList[] = []
  for (const [index, column] of columns.entries()) {
    const offered = await offeredFor(column, parts)
    if (offered && offered.length > 0)
      lists.push({ place: places?.[index] ?? index, heading: column[parts.locale], offered,
        isStrict: recordKindOf(column.field) === undefined })
  }
  const say = (code: string) => parts.find(`imports.template.${code}`, undefined, parts.locale) ?? code
  return { lists, codes: say('codes'), name: say('name') }
}

/** Examples of columns that take several dictionary items and have no drop-down: the first two items with their separator. */
async function severalItems(columns: readonly ImportColumn[],
  { host, locale }: Pick<TemplateDependencies, 'host' | 'locale'>): Promise<readonly ExampleList[]> {
  const lists: ExampleList[] = []
  for (const [place, { field }] of columns.entries()) {
    if (field.kind !== 'multiselect' || field.dict === undefined) continue
    const options = (await optionsOf(host.db, field)).slice(0, Math.min(2, field.max ?? 2))
    if (options.length > 0) lists.push({ place, offered: [{ text: options.map((option) => option[locale]).join('; ') }] })
  }
  return lists
}

/** The allowed values of a column's cells; undefined where these are not enumerable, or too many. */
async function offeredFor({ field, by, offered }: ImportColumn,
  { host, caller, locale }: TemplateDependencies): Promise<readonly ListValue[] | undefined> {
  if (by === 'name' || isList(field)) return undefined
  if (kindOf(field).holds === 'boolean')
    return [true, false].map((yes) => ({ text: yesOrNo(yes, { locale, facts: { reference: () => undefined } }) }))
  const kind = recordKindOf(field)
  if (kind) return candidates(host, host.references.source(kind), { caller, locale, offered })
  const options = await optionsOf(host.db, field)
  return options.length > 0 ? options.map((option) => ({ text: option[locale] })) : undefined
}

async function candidates({ db, clock, departments }: TemplateDependencies['host'], source: ReturnType<Host['references']['source']>,
  { caller, locale, offered }: Pick<TemplateDependencies, 'caller' | 'locale'> & Pick<ImportColumn, 'offered'>
): Promise<readonly ListValue[] | undefined> {
  const records: ReferenceRecord[] = []
  if (!source) return undefined
  for (let current = 1;; current++) {
    const page = await source.candidates(db, { current, size: 200, context: {}, today: todayOf(clock.now()) }, { caller, departments })
    if (page.total > longestList) return undefined
    records.push(...page.records)
    if (page.records.length < 200) break
  }
  const listed = await offered?.(db, records.map(({ id }) => id))
  return records.filter(({ id }) => !listed || listed.has(id)).map(({ code, name }) => ({ text: code ?? nameOf(name, locale),
    name: nameOf(name, locale) })
  )
}

function fillNotes(sheet: Worksheet, lines: readonly (readonly string[])[]) {
  sheet.columns = [{ width: 28 }, { width: 10 }, { width: 60 }]
  for (const line of lines) sheet.addRow(line.map(escaped))
  sheet.getRow(1).font = { bold: true }
}

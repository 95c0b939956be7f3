import excel, { type Worksheet } from 'exceljs'
import type { FieldDefinition } from '#kernel/fields.ts'
import { yesOrNo } from '#kernel/kinds/families/boolean-family.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import { bytesOf, sheetName, widthOf } from '#server/workbooks/writer.ts'
import { escaped } from '#server/workbooks/xlsx-parts.ts'
import { exampleCells, type ExampleList, exampleMark } from './example.ts'
import { headerOf } from './header.ts'
import { isList } from '../cells/cell-values.ts'
import type { ImportColumn, Importer } from '../importer.ts'
import { addLists, type ColumnList, type ColumnLists, type ListValue } from './lists.ts'
import { notesOf } from './notes.ts'
import { optionsOf } from '../reading/names.ts'

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

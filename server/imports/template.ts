import excel, { type DataValidation, type Workbook, type Worksheet } from 'exceljs'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { yesOrNo } from '#kernel/kinds/families/boolean-family.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { Db } from '../database/tables.ts'
import type { Caller } from '../identity/caller.ts'
import type { Host, ReferenceRecord } from '../host.ts'
import { columnLetters } from '../workbooks/sheet.ts'
import { sheetName, widthOf } from '../workbooks/writer.ts'
import { exampleCells, exampleMark } from './example.ts'
import { headerOf } from './header.ts'
import type { ImportColumn, Importer } from './importer.ts'
import { notesOf } from './notes.ts'
import { optionsOf } from './names.ts'
import { rowLimit } from './rows.ts'

export interface TemplateParts {
  readonly host: Pick<Host, 'db' | 'references'>
  readonly find: FindText
  readonly caller: Caller
  readonly locale: Locale
}

/** Records that a drop-down lists; a longer list is looked up on the page instead. */
const longestList = 500

/** The workbook that people fill in: header, drop-downs, an example, notes, and the codes that they may use. */
export async function templateOf(importer: Pick<Importer, 'columns' | 'cn' | 'en' | 'notes' | 'allOrNothing'>, parts: TemplateParts): Promise<Buffer> {
  const { find, locale } = parts
  const workbook = new excel.Workbook()
  const data = workbook.addWorksheet(sheetName(importer[locale]), { views: [{ state: 'frozen', ySplit: 1 }] })
  fillData(data, importer.columns, { find, locale })
  const lists = new Lists(workbook, { find, locale })
  for (const [index, column] of importer.columns.entries()) {
    const range = await lists.rangeOf(column, await offeredFor(column, parts))
    if (range) validate(data, index, range, recordKindOf(column.field) === undefined)
  }
  fillNotes(workbook.addWorksheet(find('imports.template.notes', undefined, locale) ?? 'Notes'), notesOf(importer, { find, locale }))
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

function fillData(sheet: Worksheet, columns: readonly ImportColumn[], { find, locale }: Pick<TemplateParts, 'find' | 'locale'>) {
  sheet.columns = columns.map((column) => ({ width: widthOf(headerOf(column, locale)), style: { numFmt: formatOf(column.field) } }))
  const header = sheet.addRow(columns.map((column) => headerOf(column, locale)))
  header.font = { bold: true }
  const example = sheet.addRow([...exampleCells(columns, locale, new Date()), exampleMark(find, locale)])
  example.font = { color: { argb: 'FF6B675F' } }
}

/** Texts and codes keep their leading zeros; numbers and days are shown as the product shows them. */
function formatOf(field: FieldDefinition): string {
  const samples: Partial<Record<FieldKind, unknown>> = { money: '1.00', date: '2026-01-31', datetime: '2026-01-31 09:00:00', integer: 1 }
  const sample = samples[field.kind]
  if (sample !== undefined) return kindOf(field).excelCell(sample, field, { locale: 'cn', facts: { reference: () => undefined } }).format ?? '@'
  return ['number', 'percent', 'rate'].includes(field.kind) ? 'General' : '@'
}

interface Offered {
  readonly text: string
  /** Beside a code. */
  readonly name?: string
}

/** What may stand in the cells of a column; undefined where that is no list, or too long a one. */
async function offeredFor({ field, by, offered }: ImportColumn, { host, caller, locale }: TemplateParts): Promise<readonly Offered[] | undefined> {
  if (by === 'name' || field.kind === 'multiselect' || field.kind === 'people') return undefined
  if (field.kind === 'switch' || field.kind === 'checkbox') return [true, false].map((yes) => ({ text: yesOrNo(yes, { locale, facts: { reference: () => undefined } }) }))
  const kind = recordKindOf(field)
  if (kind) return candidates(host.db, host.references.source(kind), { caller, locale, offered })
  const options = await optionsOf(host.db, field)
  return options.length > 0 ? options.map((option) => ({ text: option[locale] })) : undefined
}

async function candidates(db: Db, source: ReturnType<Host['references']['source']>,
  { caller, locale, offered }: Pick<TemplateParts, 'caller' | 'locale'> & Pick<ImportColumn, 'offered'>): Promise<readonly Offered[] | undefined> {
  const records: ReferenceRecord[] = []
  if (!source) return undefined
  for (let current = 1;; current++) {
    const page = await source.candidates(db, { current, size: 200, context: {} }, caller)
    if (page.total > longestList) return undefined
    records.push(...page.records)
    if (page.records.length < 200) break
  }
  const listed = await offered?.(db, records.map(({ id }) => id))
  return records.filter(({ id }) => !listed || listed.has(id)).map(({ code, name }) => ({ text: code ?? nameOf(name, locale), name: nameOf(name, locale) }))
}

/** The sheets behind the drop-downs: choices on a hidden one, codes with their names on one to be read. */
class Lists {
  #hidden: Worksheet | undefined
  #codes: Worksheet | undefined
  #hiddenColumns = 0
  #codeColumns = 0

  constructor(
    private readonly workbook: Workbook,
    private readonly texts: Pick<TemplateParts, 'find' | 'locale'>,
  ) {}

  /** The cells of a list, as a formula names them. */
  async rangeOf(column: ImportColumn, offered: readonly Offered[] | undefined): Promise<string | undefined> {
    if (!offered || offered.length === 0) return undefined
    return offered.some(({ name }) => name !== undefined) ? this.#addCodes(column, offered) : this.#addChoices(offered)
  }

  #addChoices(offered: readonly Offered[]): string {
    this.#hidden ??= this.workbook.addWorksheet('lists', { state: 'veryHidden' })
    this.#hiddenColumns += 1
    for (const [index, { text }] of offered.entries()) this.#hidden.getCell(index + 1, this.#hiddenColumns).value = text
    return rangeIn('lists', this.#hiddenColumns - 1, 1, offered.length)
  }

  #addCodes(column: ImportColumn, offered: readonly Offered[]): string {
    const { find, locale } = this.texts
    const name = find('imports.template.codes', undefined, locale) ?? 'Codes'
    this.#codes ??= this.workbook.addWorksheet(name)
    const place = this.#codeColumns + 1
    this.#codeColumns += 3
    const heading = [column[locale], find('imports.template.name', undefined, locale) ?? '']
    for (const [offset, text] of heading.entries()) this.#write(this.#codes, { row: 1, column: place + offset, text, bold: true })
    for (const [index, each] of offered.entries()) {
      this.#write(this.#codes, { row: index + 2, column: place, text: each.text })
      this.#write(this.#codes, { row: index + 2, column: place + 1, text: each.name ?? '' })
    }
    this.#codes.getColumn(place).width = 20
    this.#codes.getColumn(place + 1).width = 30
    return rangeIn(name, place - 1, 2, offered.length + 1)
  }

  #write(sheet: Worksheet, { row, column, text, bold = false }: { row: number; column: number; text: string; bold?: boolean }) {
    const cell = sheet.getCell(row, column)
    cell.value = text
    cell.style = { numFmt: '@', font: { bold } }
  }
}

const rangeIn = (sheet: string, column: number, first: number, last: number): string => `'${sheet}'!$${columnLetters(column)}$${first}:$${columnLetters(column)}$${last}`

/** Not in the library's types: validations of a whole range at once. */
interface Validated {
  readonly dataValidations: { add(range: string, validation: DataValidation): void }
}

/** A choice must be one of the list; a record may also be given by its name, so the list only proposes. */
function validate(sheet: Worksheet, index: number, range: string, isStrict: boolean) {
  const letters = columnLetters(index)
  ;(sheet as unknown as Validated).dataValidations.add(`${letters}2:${letters}${rowLimit + 1}`, { type: 'list', allowBlank: true, formulae: [range], showErrorMessage: isStrict,
    errorStyle: 'stop' })
}

function fillNotes(sheet: Worksheet, lines: readonly (readonly string[])[]) {
  sheet.columns = [{ width: 28 }, { width: 10 }, { width: 60 }]
  for (const line of lines) sheet.addRow([...line])
  sheet.getRow(1).font = { bold: true }
}

import { amountFormat, amountPlaces, type CurrencyFormat, formatMoney, formatNumber } from '#kernel/values/money.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { summaryKind, summaryOf } from '#kernel/fields/summary.ts'
import type { Visibility } from '#kernel/evaluate/access/states.ts'
import { isBaseRate, isSumInRmb } from '#kernel/fields/base-rate.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form, Section } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isRecord } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { maskedText, shownMasked } from '#kernel/values/masked-text.ts'
import type { DisplayContext } from '#kernel/kinds/kind.ts'
import type { PrintedGrid, PrintedRow, PrintedSection, PrintedTable } from './printout.ts'

/** Context of a print: locale, facts and formats. */
export interface PrintView extends DisplayContext {
  /** The format of amounts in the document's currency. */
  readonly currency: CurrencyFormat
  /** Whether account numbers are printed as the reader sees them; else their last four digits. */
  readonly fullAccounts: boolean
}

/** Finds a text in the language of the print, by its locale key. */
export type Say = (code: string, parameters?: Readonly<Record<string, string>>) => string

/** A value as printed; "" for an empty one. */
export function printedText(name: string, field: FieldDefinition, value: unknown, view: PrintView): string {
  if (kindOf(field).empty(value)) return ''
  if (field.masked && !view.fullAccounts) return shownMasked(maskedText(String(value)))
  return kindOf(field).print?.text?.(value, field, view) ??
    (isAmount(field) ? printedMoney(value as string, field, amountFormat(field, view.currency)) : cellText(field, value, view))
}

/** An amount with the symbol and decimals of its currency. */
const printedMoney = (amount: string, { precision }: Pick<FieldDefinition, 'precision'>, currency: CurrencyFormat): string =>
  formatMoney(amount, { symbol: currency.sign, places: amountPlaces(amount, precision, currency) })

/** Returns whether a field is an amount for which a total makes sense. */
const isAmount = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'

function cellText(field: FieldDefinition, value: unknown, view: PrintView): string {
  const cell = kindOf(field).excelCell(value, field, view).value
  if (typeof cell === 'number') return formatNumber(cell)
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
}

/** The document whose sections are printed. */
export interface PrintedDocument {
  readonly form: Form
  readonly value: FormValue
  readonly visible: Visibility
  readonly view: PrintView
  /** Key of the amount in the header. */
  readonly headline?: string
}

/** Fields in the header of the print, and saved accounts, which only fill in other columns. */
const inHeader: ReadonlySet<string> = new Set(['title', 'businessNo', 'applicant', 'applicantDept', 'company'])

/** The sections of a document with their content; empty, hidden and omitted fields are not printed. */
export function printedSections(printed: PrintedDocument): PrintedSection[] {
  const { form, view: { locale } } = printed
  return form.sections.flatMap((section) => {
    const title = section[locale]
    const blocks = blocksOf(printed, section).map((
      block,
    ) => (block.kind === 'table' && block.title === title ? { ...block, title: '' } : block))
    return blocks.length === 0 ? [] : [{ title, blocks }]
  })
}

function blocksOf(printed: PrintedDocument, { id }: Section): (PrintedGrid | PrintedTable)[] {
  const { form, value, view } = printed
  const omitted = omittedBy(form)
  const blocks: (PrintedGrid | PrintedTable)[] = []
  if (omitted.has(id)) return blocks
  const own = Object.entries(form.fields).filter(([name, field]) =>
    field.section === id && !omitted.has(name) && isPrinted(printed, name, field)
  )
  // fields computed from rows are printed below the rows
  for (const [name, field] of [...own.filter(([, each]) => !follows(each)), ...own.filter(([, each]) => follows(each))]) {
    if (field.kind === 'table') blocks.push(printedTable(printed, name, field))
    else gridOf(blocks).push({ label: field[view.locale], text: printedText(name, field, value[name], view), wide: isWide(field) })
  }
  return blocks
}

const omittedBy = ({ print }: Form): ReadonlySet<string> => new Set(print ? print.omit : [])

function isPrinted(printed: PrintedDocument, name: string, field: FieldDefinition): boolean {
  const { value, visible } = printed
  return !inHeader.has(name) && !isSaidAmount(printed, name, field) && field.as !== 'amountCapitals' && !field.fillsIn &&
    !isBaseRate(field, value[name]) &&
    !kindOf(field).empty(value[name]) && visible(name).visible
}

/** Returns whether an amount is already in the header, or equals another amount in a document in RMB. */
function isSaidAmount({ form, value, headline }: PrintedDocument, name: string, field: FieldDefinition): boolean {
  const amount = form.fields[form.amount ?? '']
  if (headline === undefined || !amount) return false
  if (name === headline) return true
  const isTwin = (other: FieldDefinition) => isSumInRmb({ form, value }, amount, other)
  return headline === form.amount ? isTwin(field) : name === form.amount && Object.values(form.fields).some(isTwin)
}

/** The cells of the last grid; after a table, those of a new grid. */
function gridOf(blocks: (PrintedGrid | PrintedTable)[]): PrintedGrid['cells'][number][] {
  const last = blocks.at(-1)
  if (last?.kind === 'grid') return last.cells as PrintedGrid['cells'][number][]
  const cells: PrintedGrid['cells'][number][] = []
  blocks.push({ kind: 'grid', cells })
  return cells
}

/** Returns whether a field is computed, and therefore printed below the fields that it is computed from. */
export const follows = ({ kind, result }: FieldDefinition): boolean => kind === 'calculated' && result !== undefined && result !== 'boolean'

const isWide = (field: FieldDefinition): boolean => field.span === 4 || kindOf(field).print?.ownLine === 'always'

/** The rows of a table: as many columns as fit, and below each row the remaining values. */
function printedTable({ form, value, view, visible }: PrintedDocument, table: string, field: FieldDefinition): PrintedTable {
  const rows = rowsAt(value, table)
  const omitted = omittedBy(form)
  const acceptances = new Set(form.rules.map(({ acceptedBy }) => acceptedBy))
  const candidates = Object.entries(field.columns ?? {}).filter(([key, column]) =>
    !column.fillsIn && !acceptances.has(key) && !omitted.has(`${table}.${key}`) && visible(`${table}.${key}`).visible &&
    rows.some((row) => !kindOf(column).empty(row[key]))
  )
  const { main, rest } = planPrint(withoutRepeated(candidates, rows, view))
  return {
    kind: 'table',
    title: field[view.locale],
    columns: main.map(([, column]) => ({ label: column[view.locale], width: widthOf(column), right: isFigure(column) })),
    rows: rows.map((row) => printedRow(row, { main, rest, view })),
    ...(rows.length > 1 && main.some(([, column]) => isSummed(column)) ? { sums: main.map((column) => sumOf(column, rows, view)) } : {}),
  }
}

/** Removes text columns that repeat, in every row, the name of the record in another column. */
function withoutRepeated(candidates: readonly PrintableColumn[], rows: readonly FormValue[], view: PrintView): readonly PrintableColumn[] {
  const texts = ([key, column]: PrintableColumn) => rows.map((row) => printedText(key, column, row[key], view)).join('\n')
  const names = new Set(candidates.filter(([, column]) => isRecord(column)).map(texts))
  return candidates.filter((candidate) => !(candidate[1].bilingual && names.has(texts(candidate))))
}

interface Plan {
  readonly main: readonly PrintableColumn[]
  readonly rest: readonly PrintableColumn[]
  readonly view: PrintView
}

function printedRow(row: FormValue, { main, rest, view }: Plan): PrintedRow {
  const text = ([key, column]: PrintableColumn) => printedText(key, column, row[key], view)
  return {
    cells: main.map(text),
    more: rest.map((candidate) => ({ label: candidate[1][view.locale], text: text(candidate) })).filter((fact) => fact.text !== ''),
  }
}

/** Returns whether a column has a figure below its rows; amounts per piece (a rate per day) have none unless they declare one. */
export const isSummed = (column: FieldDefinition): boolean => summaryKind(column) !== undefined

/** The figure of a column below its rows; "" without one. */
export function sumOf([key, column]: PrintableColumn, rows: readonly FormValue[], view: PrintView): string {
  const kind = summaryKind(column)
  const figure = summaryOf(column, rows.map((row) => row[key]))
  if (kind === undefined || figure === null) return ''
  const unit = column.unit && kind !== 'count' ? ` ${column.unit[view.locale]}` : ''
  const text = isAmount(column) && kind !== 'count'
    ? printedMoney(figure, column, amountFormat(column, view.currency))
    : `${formatNumber(figure)}${unit}`
  return kind === 'sum' ? text : `${summaryWords[kind][view.locale]} ${text}`
}

const summaryWords = { average: { cn: '平均', en: 'average' }, count: { cn: '计数', en: 'count' } } as const

/** A column with a value in some row, in the order of the form. */
export type PrintableColumn = readonly [key: string, field: FieldDefinition]

/** Width between the margins, less row numbers and their padding, points. */
const room = 515 - 14 - 10

/** Horizontal padding of a column, points. */
const padding = 8

/**
 * Chooses the columns to print, and those whose values go below their row. All columns where they fit; else first required amounts, then
 * other required columns, then further ones as long as they fit.
 */
export function planPrint(candidates: readonly PrintableColumn[],
  width = room): { readonly main: readonly PrintableColumn[]; readonly rest: readonly PrintableColumn[] } {
  const ranked = candidates.map((candidate, index) => ({ candidate, index, rank: rankOf(candidate) })).toSorted((one, other) =>
    one.rank - other.rank || one.index - other.index
  )
  const taken = new Set<string>()
  let used = 0
  for (const { candidate: [key, field] } of ranked) {
    const needed = widthOf(field) + padding
    if (used + needed > width && taken.size > 0) continue
    used += needed
    taken.add(key)
  }
  return { main: candidates.filter(([key]) => taken.has(key)), rest: candidates.filter(([key]) => !taken.has(key)) }
}

/** Width that a column needs to be readable, points. */
export function widthOf(field: FieldDefinition): number {
  if (isAmount(field)) return 68
  const { width = 60 } = kindOf(field).print ?? {}
  return typeof width === 'number' ? width : width(field)
}

/** The rank of a column: identifying, date and count columns come next to amounts, rates last. */
function rankOf([, field]: PrintableColumn): number {
  if (identifies(field)) return 1
  if (field.required === true) return isAmount(field) ? 0 : 1
  if (field.required !== undefined || counts(field)) return 2
  return isAmount(field) && !field.each ? 3 : 4
}

const identifies = (field: FieldDefinition): boolean => kindOf(field).print?.identifies === true

const counts = (field: FieldDefinition): boolean => isFigure(field) && !isAmount(field) && !kindOf(field).isShare

/** Returns whether a column is right-aligned. */
export const isFigure = (field: FieldDefinition): boolean =>
  isAmount(field) || kindOf(field).isFigure === true || field.result === 'number' || field.result === 'integer'

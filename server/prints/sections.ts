import { amountFormat } from '#kernel/values/currency-format.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Visibility } from '#kernel/evaluate/access/states.ts'
import { isBaseRate, isSumInRmb } from '#kernel/fields/base-rate.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form, Section } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isRecord } from '#kernel/record-kinds.ts'
import { moneyText, sumMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type PrintableColumn, isFigure, planPrint, widthOf } from './columns.ts'
import type { PrintedGrid, PrintedRow, PrintedSection, PrintedTable } from './printout.ts'
import { isAmount, printedMoney, printedText, type PrintView } from './texts.ts'

/** The document that sections are printed from. */
export interface PrintedDocument {
  readonly form: Form
  readonly value: FormValue
  readonly visible: Visibility
  readonly view: PrintView
  /** The amount in the head of the sheet. */
  readonly headline?: string
}

/** Fields in the head of the sheet, and saved accounts, which only fill in the columns beside them. */
const inHeader: ReadonlySet<string> = new Set(['title', 'businessNo', 'applicant', 'applicantDept', 'company'])

/** The sections of a document with what they hold; what is empty, hidden or left out is not printed. */
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
  // fields that follow from the rows stand below them
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

/** Returns whether an amount stands in the head, or says the same as another in a document in RMB. */
function isSaidAmount({ form, value, headline }: PrintedDocument, name: string, field: FieldDefinition): boolean {
  const amount = form.fields[form.amount ?? '']
  if (headline === undefined || !amount) return false
  if (name === headline) return true
  const isTwin = (other: FieldDefinition) => isSumInRmb({ form, value }, amount, other)
  return headline === form.amount ? isTwin(field) : name === form.amount && Object.values(form.fields).some(isTwin)
}

/** The cells of the last grid, after a table those of a new one. */
function gridOf(blocks: (PrintedGrid | PrintedTable)[]): PrintedGrid['cells'][number][] {
  const last = blocks.at(-1)
  if (last?.kind === 'grid') return last.cells as PrintedGrid['cells'][number][]
  const cells: PrintedGrid['cells'][number][] = []
  blocks.push({ kind: 'grid', cells })
  return cells
}

/** Returns whether a field adds up or follows from others, and is printed below what it follows from. */
export const follows = ({ kind, result }: FieldDefinition): boolean => kind === 'calculated' && result !== undefined && result !== 'boolean'

const isWide = ({ kind, span }: FieldDefinition): boolean =>
  span === 4 || kind === 'attachment' || kind === 'textarea' || kind === 'richtext'

/** The rows of a table: what fits beside each other, and below each row the rest. */
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

/** Without a text that repeats, in each row, the name of the record in another column: it was kept beside it for others. */
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

/** Amounts for each piece (a rate per day) have no total. */
export const isSummed = (column: FieldDefinition): boolean => isAmount(column) && !column.each

/** The sum of a column; "" where it has no total. */
export function sumOf([key, column]: PrintableColumn, rows: readonly FormValue[], view: PrintView): string {
  return isSummed(column)
    ? printedMoney(moneyText(sumMoney(rows.map((row) => row[key] as string | null))), column, amountFormat(column, view.currency))
    : ''
}

import type { Selectable } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { cellPath, pathsOf } from '#kernel/evaluate/path.ts'
import { own, rowsAt } from '#kernel/evaluate/rows.ts'
import { givenRows, isAsTaken, takenFromOf, type TakenRow } from '#kernel/evaluate/filling/taken-rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { RowTaking, TakenTable } from '#kernel/fields/links.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { readsAmong } from '#kernel/evaluate/access/confidential-reads.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { definitionOfDocument, type DocumentHost } from '../host.ts'
import { accessIn, disclosedDocumentValue, nodesOfPerson } from '../values/disclosed-values.ts'
import { evaluationAt } from '../values/form-facts.ts'
import { readable, readerOf } from '../visibility/scope.ts'

export interface SourceReadContext {
  readonly host: DocumentHost
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

/** A document as source of rows, both as disclosed to a reader and in full. */
interface RowSource {
  readonly id: string
  readonly type: string
  readonly number: string
  readonly state: string
  /** Columns that the reader may see, including those that they are computed from. */
  disclosedColumns(table: TakenTable | undefined): ReadonlySet<string>
  /** The rows' values in these columns, as disclosed to the reader. */
  shown(table: TakenTable, columns: Fields): readonly TakenRow[]
  /** The rows' values in these columns, regardless of the reader. */
  whole(table: TakenTable, columns: Fields): readonly TakenRow[]
}

/** Reads documents as sources of rows: those readable to the caller, or `known` to the changed document. */
export async function rowSources(reading: SourceReadContext, ids: readonly string[],
  known: ReadonlySet<string> = new Set()): Promise<ReadonlyMap<string, RowSource>> {
  const { host, db, caller } = reading
  if (ids.length === 0) return new Map()
  const reader = await readerOf(host, db, caller)
  const rows = await db.selectFrom('document').selectAll('document').where('document.id', 'in', [...ids])
    .where((eb) => eb.or([readable(reader)(eb), ...(known.size > 0 ? [eb('document.id', 'in', [...known])] : [])])).execute()
  const sources = await Promise.all(rows.filter(({ type }) => host.forms.has(type)).map((row) => sourceOf(reading, row)))
  return new Map(sources.map((source) => [source.id, source]))
}

type SourceDocumentRow = Parameters<typeof definitionOfDocument>[2] & Pick<Selectable<Tables['document']>,
  'id' | 'number' | 'state' | 'value' | 'process'>

async function sourceOf({ host, db, caller, at }: SourceReadContext, row: SourceDocumentRow): Promise<RowSource> {
  const { id, type, number, state, value, process } = row
  const { form } = await definitionOfDocument(host, db, row)
  const facts = await evaluationAt(host, db, { at, form, document: id })
  await facts.know(form.fields, value)
  const document = { id, starter: process.starter, applicant: process.applicant }
  const access = accessIn({ form, today: host.forms.get(type), reader: caller, document, nodes: nodesOfPerson(process, caller.id) })
  const shown = await disclosedDocumentValue(host, { db, form, value, reader: caller, directory: facts.directory, document }, access)
  const withheld = pathsOf(form.fields).filter((path) => access(path) !== 'full')
  const isOpen = (source: string, { rows }: TakenTable) => readsAmong(form.fields, source, withheld, { table: rows }).length === 0
  const openIn = (table: TakenTable) => Object.entries(table.set).filter(([, source]) => isOpen(source, table))
  return {
    id,
    type,
    number,
    state,
    disclosedColumns: (table) => new Set(table ? openIn(table).map(([column]) => column) : []),
    shown: (table, columns) =>
      table.when === undefined || isOpen(table.when, table)
        ? givenRows({ form, value: shown, facts }, { ...table, set: Object.fromEntries(openIn(table)) }, columns)
        : [],
    whole: (table, columns) => givenRows({ form, value, facts }, table, columns),
  }
}

interface TakenRowsInput {
  readonly form: Form
  readonly value: FormValue
  readonly before: FormValue | undefined
  /** Paths that the initiator may not see. */
  readonly concealed: ReadonlySet<string>
  readonly facts: Pick<FormFacts, 'reference' | 'dict'>
}

/**
 * Compares rows that were taken from other documents with their sources. Columns that the server sets, or that are concealed from the
 * initiator, are taken from the source; kept columns that differ are reported.
 */
export async function comparedWithSources(reading: SourceReadContext, filed: TakenRowsInput): Promise<TakenRowsComparison> {
  const { form, value } = filed
  const tables = Object.entries(form.fields).flatMap(([table, { takes, columns = {} }]) =>
    takes && rowsAt(value, table).some(takenFromOf) ? [{ table, takes, columns }] : []
  )
  if (tables.length === 0) return { value, problemsIn: () => [] }
  const linked = (taking: RowTaking, of: FormValue = {}): string[] => idsIn(own(of, taking.from))
  const ids = [...new Set(tables.flatMap(({ takes }) => linked(takes, value)))]
  const sources = await rowSources(reading, ids, new Set(tables.flatMap(({ takes }) => linked(takes, filed.before))))
  const known = new Map(
    tables.map(({ table, takes, columns }) =>
      [table, [...sources.values()].map((source) => [source.id, rowsOfSource(source, takes, columns)] as const)] as const
    ),
  )
  const compare = (of: FormValue) =>
    tables.map(({ table, takes, columns }) => {
      const links = linked(takes, of)
      const sources = new Map(known.get(table)?.filter(([id]) => links.includes(id)))
      return { table, rows: rowsAt(of, table).map((row, index) => comparedRow(row, { table, index, columns, sources, filed })) }
    })
  return {
    value: { ...value, ...Object.fromEntries(compare(value).map(({ table, rows }) => [table, rows.map(({ row }) => row)])) },
    problemsIn: (of) => compare(of).flatMap(({ rows }) => rows.flatMap(({ problems }) => problems)),
  }
}

interface TakenRowsComparison {
  /** The value with the columns that come from the sources. */
  readonly value: FormValue
  /** Finds the problems of the rows in the filed value, in which hidden links count as absent. */
  problemsIn(of: FormValue): readonly FieldProblem[]
}

/** The values of a document's rows, by row id. */
interface SourceRows {
  readonly type: string
  readonly number: string
  readonly keeps: readonly string[]
  readonly shown: ReadonlyMap<string, FormValue>
  readonly whole: ReadonlyMap<string, FormValue>
  /** Columns that the caller may see. */
  readonly disclosed: ReadonlySet<string>
}

function rowsOfSource(source: RowSource, { of }: RowTaking, columns: Fields): SourceRows {
  const table = of[source.type]
  const [shown, whole] = table ? [source.shown(table, columns), source.whole(table, columns)] : [[], []]
  return { type: source.type, number: source.number, keeps: table?.keeps ?? [], shown: byRow(shown), whole: byRow(whole),
    disclosed: source.disclosedColumns(table) }
}

const byRow = (rows: readonly { readonly row: string; readonly values: FormValue }[]): ReadonlyMap<string, FormValue> =>
  new Map(rows.map(({ row, values }) => [row, values]))

interface TableComparison {
  readonly table: string
  readonly index: number
  readonly columns: Fields
  readonly sources: ReadonlyMap<string, SourceRows>
  readonly filed: TakenRowsInput
}

function comparedRow(row: FormValue, comparing: TableComparison): { readonly row: FormValue; readonly problems: readonly FieldProblem[] } {
  const from = takenFromOf(row)
  if (!from) return { row, problems: [] }
  const { sources, columns, table, filed } = comparing
  const source = sources.get(from.document)
  const whole = source?.type === from.type ? source.whole.get(from.row) : undefined
  if (!source || !whole) return { row, problems: [goneFrom(source, comparing)] }
  const shown = source.shown.get(from.row) ?? {}
  const isSet = (column: string) => columns[column]?.system === true || filed.concealed.has(`${table}.${column}`)
  const set = Object.keys(columns).filter((column) => Object.hasOwn(whole, column) && isSet(column))
  const kept = source.keeps.filter((column) => source.disclosed.has(column) && !isSet(column))
  return {
    row: { ...row, ...Object.fromEntries(set.map((column) => [column, whole[column]])) },
    problems: kept.flatMap((column) =>
      differs(columns[column], { held: own(row, column), taken: own(shown, column) }, { ...comparing, column, number: source.number })
    ),
  }
}

/** The problem of a row whose source document is not linked any more, or does not have the row any more. */
function goneFrom(source: SourceRows | undefined, { table, index, columns }: TableComparison): FieldProblem {
  const [first = ''] = Object.keys(columns)
  const field = cellPath(table, index, first)
  return source
    ? { field, code: 'documents.takenGone', parameters: { businessNo: source.number } }
    : { field, code: 'documents.takenUnlinked' }
}

function differs(column: FieldDefinition | undefined, { held, taken }: { readonly held: unknown; readonly taken: unknown },
  { table, index, filed, column: key, number }: TableComparison & { readonly column: string; readonly number: string }): FieldProblem[] {
  if (!column || isAsTaken(column, held, taken)) return []
  const textIn = (locale: Locale) => {
    const { value } = kindOf(column).excelCell(taken, column, { locale, facts: filed.facts })
    return value === null ? '-' : value instanceof Date ? String(taken) : String(value)
  }
  return [{ field: cellPath(table, index, key), code: 'documents.takenChanged',
    parameters: { label: bilingual(column), businessNo: number, now: bilingual({ cn: textIn('cn'), en: textIn('en') }) } }]
}

const idsIn = (held: unknown): string[] =>
  (Array.isArray(held) ? held : [held]).filter((id): id is string => typeof id === 'string' && id !== '')

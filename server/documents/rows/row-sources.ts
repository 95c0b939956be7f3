import { readsAmong } from '#kernel/evaluate/access/confidential-reads.ts'
import { type TakenRow, givenRows } from '#kernel/evaluate/filling/taken-rows.ts'
import type { Fields } from '#kernel/fields.ts'
import type { TakenTable } from '#kernel/fields/links.ts'
import type { Form } from '#kernel/form.ts'
import type { Selectable } from 'kysely'
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
export interface RowSource {
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
  const withheld = pathsOf(form).filter((path) => access(path) !== 'full')
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

const pathsOf = ({ fields }: Pick<Form, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([key, { columns = {} }]) => [key, ...Object.keys(columns).map((column) => `${key}.${column}`)])

import { concealedPaths } from '#kernel/fields/confidential.ts'
import { Missing } from '#kernel/errors.ts'
import { takenFromText } from '#kernel/evaluate/filling/taken-rows.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { RowsToTake } from '#kernel/import-answer.ts'
import { notUnique } from '#kernel/fields/unique.ts'
import { uniqueProblems } from '../unique/unique-keys.ts'
import { rowSources, type SourceReadContext } from './row-sources.ts'

interface RowSource {
  readonly form: Form
  readonly table: string
  /** The document that rows are taken from. */
  readonly document: string
}

/**
 * The rows of a document that a table can take over, as disclosed to the caller.
 * @throws Missing for a document that is unreadable or no source of this table
 */
export async function rowsToTake(reading: SourceReadContext, { form, table, document }: RowSource): Promise<RowsToTake> {
  const { takes, columns } = takingTable(reading, { form, table })
  const source = (await rowSources(reading, [document])).get(document)
  const takenTable = source && takes.of[source.type]
  const states: readonly string[] = form.fields[takes.from]?.linkStates ?? ['completed']
  if (!source || !takenTable || !states.includes(source.state)) throw new Missing('documents.noSuchDocument')
  const rows = source.shown(takenTable, columns).map(({ row, values }) => ({ takenFrom: takenFromText({ type: source.type, document, row }),
    values })
  )
  const elsewhere = await takenElsewhere(reading, { form, table }, rows.map(({ takenFrom }) => takenFrom))
  return { businessNo: source.number,
    rows: rows.map((row, index) => ({ ...row, ...(elsewhere.has(index) && { takenBy: elsewhere.get(index) }) })) }
}

/** The table's declaration of its row sources, and the columns that the caller may see. */
function takingTable({ caller }: SourceReadContext,
  { form, table }: Pick<RowSource, 'form' | 'table'>): { readonly takes: RowTaking; readonly columns: Fields } {
  const field = Object.hasOwn(form.fields, table) ? form.fields[table] : undefined
  const concealed = concealedPaths(form.fields, { roles: caller.roles, nodes: ['start'] })
  if (!field?.takes || concealed.has(table)) throw new Missing('documents.noSuchTable')
  return { takes: field.takes,
    columns: Object.fromEntries(Object.entries(field.columns ?? {}).filter(([column]) => !concealed.has(`${table}.${column}`))) }
}

/** Numbers of the live documents that have taken a row, by the index of the row. */
async function takenElsewhere({ db }: SourceReadContext, { form, table }: Pick<RowSource, 'form' | 'table'>,
  sources: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const value = { [table]: sources.map((takenFrom, index) => ({ rowId: String(index), takenFrom })) }
  const problems = await uniqueProblems(db, { form: { ...form, unique: [] }, value, document: undefined })
  return new Map(
    problems.filter(({ code }) => code === notUnique).map((
      { field, parameters },
    ) => [Number(field.split('.')[1]), String(parameters?.['businessNo'])]),
  )
}

import { concealedPaths } from '#kernel/fields/confidential.ts'
import { Missing } from '#kernel/errors.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { type Form, formPermissions } from '#kernel/form.ts'
import type { TableRows } from '#kernel/answers.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Caller } from '#server/identity/caller.ts'
import { isReadable } from '#server/imports/cells/cell-values.ts'
import { checkRows, type DataRows } from '#server/imports/check.ts'
import { Failures, recognisedBy } from '#server/imports/failures.ts'
import type { ImportColumn, Importer } from '#server/imports/importer.ts'
import type { SheetCell } from '#server/workbooks/sheet.ts'
import type { DocumentHost } from '../host.ts'

/** The importer of a form's table from a workbook or pasted cells: it writes nothing, the rows go into the form. */
export type RowImporter = Importer<FormValue, undefined>

interface TableRowsContext {
  readonly host: Pick<DocumentHost, 'references'>
  readonly form: Form
  readonly caller: Caller
}

/**
 * The importer for the columns of a table that the initiator may fill in and that cells can represent.
 * @throws Missing for an unknown table, or one that cannot be filled in at the start
 */
export function rowImporter({ host, form, caller }: TableRowsContext, table: string): RowImporter {
  const field = Object.hasOwn(form.fields, table) ? form.fields[table] : undefined
  const concealed = concealedPaths(form.fields, { roles: caller.roles, nodes: ['start'] })
  const editable = editableFields(form, 'start')
  if (!field?.columns || !editable(table) || concealed.has(table)) throw new Missing('documents.noSuchTable')
  const columns = Object.entries(field.columns).filter(([column, definition]) => {
    const path = `${table}.${column}`
    return editable(path) && !concealed.has(path) && definition.fillsIn !== true && isHeld(host, definition)
  })
  return {
    id: 'tableRows',
    cn: field.cn,
    en: field.en,
    permission: formPermissions(form.key).add,
    // an empty cell takes the default
    columns: columns.map(([key, definition]): ImportColumn => ({ key, cn: definition.cn, en: definition.en, field: definition,
      ...(definition.required === true && definition.default === undefined && { required: true }) })
    ),
    prepare: async () => undefined,
    row: (cells) => cells,
    save: async () => 'unchanged',
  }
}

/** Returns whether a cell can represent such a field: records must be resolvable by their name or code. */
function isHeld({ references }: Pick<DocumentHost, 'references'>, field: FieldDefinition): boolean {
  const kind = recordKindOf(field)
  return isReadable(field) && (kind === undefined || references.source(kind)?.named !== undefined)
}

/** Pasted cells, by their columns. */
export interface ClipboardCells {
  readonly columns: readonly string[]
  readonly cells: readonly (readonly string[])[]
}

/**
 * The importer and rows of pasted cells. Missing cells are left to be filled in by hand, and cells in columns that cannot be imported are
 * dropped.
 */
export function copiedRows(importer: RowImporter,
  { columns: keys, cells }: ClipboardCells): { readonly importer: RowImporter; readonly data: DataRows } {
  const held = keys.flatMap((key, place) =>
    importer.columns.filter((column) => column.key === key).map((column) => ({ place, column: { ...column, required: undefined } }))
  )
  const rows = cells.map((row, index) => ({ number: index + 1, cells: held.map(({ place }) => cellOf(row[place])) }))
  return { importer: { ...importer, columns: held.map(({ column }) => column) }, data: { rows, width: held.length } }
}

const cellOf = (text = ''): SheetCell | undefined => (text === '' ? undefined : { kind: 'text', text })

interface TableRowContext {
  readonly host: DocumentHost
  readonly caller: Caller
  readonly at: Date
  readonly find: FindText
  readonly locale: Locale
}

/** Validates rows of cells; of an invalid row, the cells that could be read are returned. */
export async function readRows(importer: RowImporter, data: DataRows, { host, caller, at, find, locale }: TableRowContext,
  failures = new Failures(importer.columns, find, locale)): Promise<TableRows & { readonly found: Failures }> {
  const { valid, refused } = await checkRows(host.db, importer, data, { failures, step: { caller, at, parameters: {} },
    naming: { host, caller, departments: host.departments } })
  const rows = [...valid, ...refused].toSorted((one, other) => one.row.number - other.row.number)
  return {
    found: failures,
    total: data.rows.length,
    failed: failures.size,
    failures: failures.list(),
    failureFileId: null,
    headings: importer.columns.slice(0, recognisedBy).map((column) => column[locale]),
    rows: rows.map(({ row: { number }, value }) => ({ number, isWrong: failures.has(number), value: entered(value) })),
  }
}

/** Removes empty cells, which must not overwrite. */
const entered = (value: FormValue): FormValue =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null && held !== ''))

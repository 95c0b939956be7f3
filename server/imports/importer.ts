import type { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { ImportAnswer } from '#kernel/answers.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { SheetRow } from '#server/workbooks/sheet.ts'
import type { Resolve } from './cells/cell-values.ts'

/** A column of a template; its label in either language is the heading. */
export interface ImportColumn extends Label {
  /** The key of its values in a row. */
  readonly key: string
  /** The field whose kind parses, validates, lists and formats its cells. */
  readonly field: FieldDefinition
  readonly required?: true
  /**
   * For a reference. `code`: the cell contains the record's code. `name`: its name, for people only; the column with the code is
   * decisive. By default, a code or an exact name.
   */
  readonly by?: 'code' | 'name'
  /** For a reference: key of the column of the same file that may contain the record, for records created by the file itself. */
  readonly among?: string
  /** The cell of the template's example row, by language where that differs; by default a value suggested by the kind. */
  readonly example?: string | Label
  /** Headings of earlier templates, which are also accepted. */
  readonly formerly?: readonly string[]
  /** Whether the example is the current year; the example of a template from another year is still recognised. */
  readonly exampleYear?: true
  /** For texts that identify a record by more than its stored value (a code, names): resolves the column's texts in one read. */
  meanings?(db: Db, texts: readonly string[]): Promise<Resolve>
  /** For a reference: the records that the template lists; by default all that the caller may choose. */
  offered?(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** The context of an import run. */
export interface ImportStep {
  readonly caller: Caller
  readonly at: Date
  /** The other fields sent with the file, as parsed by `parameters`. */
  readonly parameters: FormValue
}

/** The outcome of saving one row. */
export type SaveOutcome = 'added' | 'changed' | 'unchanged'

/** An import from workbooks: how its rows are validated and saved. */
export interface Importer<Value = FormValue, Lookups = unknown> extends Label {
  /** Id in progress reports, audit log and file names: lower camel case. */
  readonly id: string
  readonly permission: Permission
  readonly columns: readonly ImportColumn[]
  /** The columns that this caller may fill in, where that differs. */
  columnsFor?(caller: Caller): readonly ImportColumn[]
  /** Whether one invalid row prevents the whole import; by default, rows are saved independently. */
  readonly allOrNothing?: true
  /** Schema of fields sent with the file (`year`). */
  readonly parameters?: z.ZodType<FormValue>
  /** Columns that the export of the same records appends; they are not read. */
  readonly others?: readonly Label[]
  /** Notes for the template. */
  readonly notes?: readonly Label[]
  /** The key of a row; a second row with the same key is refused. */
  readonly identity?: RowIdentity<Lookups>
  /** Keys of the columns whose values must be unique within the file; a second row is refused at the column. */
  readonly unshared?: readonly string[]
  /** The identity of the row that must be saved before this one. */
  follows?(value: Value): string | undefined
  /** Reads what validating and saving need, once per file. `rows`: the cells that could be read, by column key. */
  prepare(db: Db, rows: readonly FormValue[], step: ImportStep): Promise<Lookups>
  /**
   * Validates a row. Each cell has the format of the wire for its kind: references are ids, amounts and days are texts, an empty cell is
   * null; kind, limits and presence were validated already. Cells that could not be read are absent: problems of the others are reported
   * in addition.
   * @throws Refused at column keys, with every problem of the row. A refusal of the whole row depends on its identity only.
   */
  row(cells: FormValue, lookups: Lookups, step: ImportStep): Value
  /**
   * Runs before the rows are saved, in their transaction: takes locks in a global order.
   * @throws Refused, which becomes the error of each row
   */
  begin?(db: Db, values: readonly Value[], step: ImportStep): Promise<void>
  /**
   * Checks an invalid row by the rules of saving, in a savepoint that is rolled back; cells that could not be read are absent. Its
   * problems are reported in addition.
   * @throws Refused
   */
  judge?(db: Db, cells: FormValue, lookups: Lookups, step: ImportStep): Promise<void>
  /** @throws Refused (or Missing, Forbidden, StateMoved) for problems that only the database detects; becomes the row's error */
  save(db: Db, value: Value, lookups: Lookups, step: ImportStep): Promise<SaveOutcome>
}

interface RowIdentity<Lookups> {
  /** Keys of the columns of which it consists: where one of their cells cannot be read, the row has no identity. */
  readonly columns: readonly string[]
  of(cells: FormValue, lookups: Lookups): string | undefined
}

/** Infers the types of an importer from its parts. */
export const importer = <Value, Lookups>(parts: Importer<Value, Lookups>): Importer<Value, Lookups> => Object.freeze(parts)

export type RunState = 'reading' | 'checking' | 'saving' | 'finished' | 'cancelled' | 'failed'

/** The progress of a run. */
export interface ImportProgress {
  readonly state: RunState
  readonly done: number
  readonly total: number
  /** Null while unknown. */
  readonly secondsLeft: number | null
  /** Set once it has finished. */
  readonly answer: ImportAnswer | null
  /** The reason of failure, in the caller's language. */
  readonly reason: string | null
}

export interface CheckedRow<Value> {
  readonly row: SheetRow
  readonly value: Value
  /** Its identity, where that could be read. */
  readonly identity: string | undefined
}

/** Importers by host and id. */
const importers = new WeakMap<object, Map<string, Importer<never, never>>>()

/** Every importer that a host serves, by id. */
export function importersOf(host: object): Map<string, Importer<never, never>> {
  const known = importers.get(host) ?? new Map<string, Importer<never, never>>()
  importers.set(host, known)
  return known
}

/** A request for a template. */
interface ImportTemplateQuery {
  /** The id of an importer, or type and table of a form (`formKey.items`). */
  readonly target: string
  /** The caller's company; its template takes precedence over the one for all companies. */
  readonly company: string | null
  /** Preferred language; a template in another language is used where there is none. */
  readonly locale: Locale
}

/** The source of a company's own import templates, provided by a module. */
export interface ImportTemplateSource {
  /** Reads the workbook in force. */
  find(db: Db, query: ImportTemplateQuery): Promise<Uint8Array | undefined>
}

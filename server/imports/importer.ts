import type { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { SheetRow } from '#server/workbooks/sheet.ts'
import type { Resolve } from './cells/cell-values.ts'

/** A column of a template; its name is what the header row says, in either language. */
export interface ImportColumn extends Label {
  /** The key under which its values stand in a row. */
  readonly key: string
  /** The field whose kind reads, checks, offers and writes its cells. */
  readonly field: FieldDefinition
  readonly required?: true
  /**
   * Of a reference. `code`: the cell holds the record's code. `name`: its name, for people only; what the column of the
   * code says counts. Without it: a code or an exact name.
   */
  readonly by?: 'code' | 'name'
  /** Of a reference: key of the column of the same file whose texts it may name too, for records that the file itself brings. */
  readonly among?: string
  /** The cell of the template's example row, by language where that differs; a value that the kind suggests where it is absent. */
  readonly example?: string | Label
  /** Headings of earlier templates, by which it is known too. */
  readonly formerly?: readonly string[]
  /** The example is the current year; a template of another year is known again all the same. */
  readonly exampleYear?: true
  /** Of a text that names something by more than its stored value (a code, names): the meanings of the column's texts, read at once. */
  meanings?(db: Db, texts: readonly string[]): Promise<Resolve>
  /** Of a reference: those of the records that the template lists; without it, all that the caller may choose. */
  offered?(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** The context of a run of an import. */
export interface ImportStep {
  readonly caller: Caller
  readonly at: Date
  /** The other fields that came with the file, as `parameters` reads them. */
  readonly parameters: FormValue
}

/** The outcome of one row. */
export type SaveOutcome = 'added' | 'changed' | 'unchanged'

/** Something that is filled from a workbook: what its rows mean and how one is saved. */
export interface Importer<Value = FormValue, Lookups = unknown> extends Label {
  /** Names the import in progress, audit log and file names: lower camel case. */
  readonly id: string
  readonly permission: Permission
  readonly columns: readonly ImportColumn[]
  /** The columns that this caller may fill in, where that differs. */
  columnsFor?(caller: Caller): readonly ImportColumn[]
  /** One wrong row, and nothing is written. Without it, each row stands for itself. */
  readonly allOrNothing?: true
  /** Fields that come with the file (`year`). */
  readonly parameters?: z.ZodType<FormValue>
  /** Columns that the export of the same records adds behind these; they are not read. */
  readonly others?: readonly Label[]
  /** Sentences for the notes of the template. */
  readonly notes?: readonly Label[]
  /** The key of a row; a second row of the file with the same key is refused. */
  readonly identity?: RowIdentity<Lookups>
  /** Keys of the columns whose value one row of a file may have at most; a second is refused at it. */
  readonly unshared?: readonly string[]
  /** The identity of the row that has to be saved before this one. */
  follows?(value: Value): string | undefined
  /** Reads what checking and saving need, once for the file. `rows`: the cells that could be read, by column key. */
  prepare(db: Db, rows: readonly FormValue[], step: ImportStep): Promise<Lookups>
  /**
   * Reads a row's cells. Each cell is what the wire would carry for its kind: references are ids, amounts and days
   * are texts, an empty one is null; kind, limits and presence are checked already. Cells that could not be read are
   * absent: problems of the others are reported with the rest.
   * @throws Refused at column keys, with every problem of the row. A refusal of the whole row depends on its identity only.
   */
  row(cells: FormValue, lookups: Lookups, step: ImportStep): Value
  /**
   * Before the rows are saved, in their transaction: locks, in the order in which everybody takes them.
   * @throws Refused: the error of each of them
   */
  begin?(db: Db, values: readonly Value[], step: ImportStep): Promise<void>
  /**
   * Judges a row that was refused already by the rules of saving, in a transaction that is undone; cells that could not
   * be read are absent. Problems of the others are reported with the rest. @throws Refused
   */
  judge?(db: Db, cells: FormValue, lookups: Lookups, step: ImportStep): Promise<void>
  /** @throws Refused (or Missing, Forbidden, StateMoved) for what only the database knows: that row's error. */
  save(db: Db, value: Value, lookups: Lookups, step: ImportStep): Promise<SaveOutcome>
}

export interface RowIdentity<Lookups> {
  /** Keys of the columns that it is made of: while one of their cells cannot be read, the row has no identity. */
  readonly columns: readonly string[]
  of(cells: FormValue, lookups: Lookups): string | undefined
}

/** Fixes the types of an importer by its parts. */
export const importer = <Value, Lookups>(parts: Importer<Value, Lookups>): Importer<Value, Lookups> => Object.freeze(parts)

export type RunState = 'reading' | 'checking' | 'saving' | 'finished' | 'cancelled' | 'failed'

/** The progress of a run. */
export interface ImportProgress {
  readonly state: RunState
  readonly done: number
  readonly total: number
  /** Null while it is not known. */
  readonly secondsLeft: number | null
  /** Once it has finished. */
  readonly answer: ImportAnswer | null
  /** The reason for which it failed, in the caller's language. */
  readonly reason: string | null
}

export interface CheckedRow<Value> {
  readonly row: SheetRow
  readonly value: Value
  /** Its key, where that could be read. */
  readonly identity: string | undefined
}

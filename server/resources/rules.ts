import type { RawBuilder, SqlBool } from 'kysely'
import type { Parameters } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceQuery } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ImportColumn } from '#server/imports/importer.ts'

/** A record about to be written, inside the transaction of the write. */
export interface RecordStep {
  readonly db: Db
  readonly id: string
  /** The new record. */
  readonly value: FormValue
  /** The stored record, its row locked; absent for a new one. */
  readonly before?: FormValue
  readonly by: string
  readonly at: Date
  /** Codes of the questions that the person has confirmed. */
  readonly confirmed: readonly string[]
}

/** The person to whom a form offers records, the cost-bearing department, and the day. */
export interface NarrowingStep {
  readonly caller: Caller
  /** Key of the form; absent for a record's dialog, a filter or a template. */
  readonly form: string | undefined
  readonly bearer: string | undefined
  readonly today: string
}

/** Rules of a resource beyond its declaration, in the module's server half. */
export interface RecordRules {
  /** Derives the id of a new record from its values; by default the id is generated. */
  readonly identify?: (value: FormValue) => string
  /** Sets values of the server. @throws Refused for problems that depend on other records */
  readonly prepare?: (step: RecordStep) => Promise<FormValue>
  /** Runs after a record was written or deleted, in the same transaction; for a deleted one, `value` is the last state. */
  readonly afterWrite?: (step: RecordStep, change: 'written' | 'deleted') => Promise<void>
  /** A message about a record that was just saved; it does not prevent saving. */
  readonly remark?: (step: RecordStep) => Promise<{ readonly code: string; readonly parameters?: Parameters } | undefined>
  /** Refuses changes that are not allowed in imports but when editing a record. @throws Refused */
  readonly imports?: (step: RecordStep) => Promise<void>
  /** For import columns whose texts may identify a record by more than its stored value: resolvers by field. */
  readonly meanings?: Readonly<Record<string, NonNullable<ImportColumn['meanings']>>>
  /** Returns whether the record is in use, so that it cannot be deleted. */
  readonly inUse?: (db: Db, id: string) => Promise<boolean>
  /** Messages for violated constraints of the table, by their names. */
  readonly constraints?: Readonly<Record<string, { readonly code: string; readonly fields: readonly string[] }>>
  /**
   * Restricts the records that a form offers, among the enabled ones bound to its cost-bearing department (`bearer`) or, without one, to
   * the caller's departments: a condition on the resource's own table.
   */
  readonly narrow?: (context: ReferenceQuery['context'], step: NarrowingStep) => RawBuilder<SqlBool>
  /** Whether a form offers all records that `narrow` allows: it judges the bindings to departments itself. */
  readonly replacesBindings?: true
}

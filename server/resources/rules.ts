import type { RawBuilder, SqlBool } from 'kysely'
import type { Parameters } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceQuery } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ImportColumn } from '#server/imports/importer.ts'

/** A record that is about to be written, inside the transaction that writes it. */
export interface RecordStep {
  readonly db: Db
  readonly id: string
  /** The record as it will be. */
  readonly value: FormValue
  /** The record as it stands, its row locked; absent when it is new. */
  readonly before?: FormValue
  readonly by: string
  readonly at: Date
  /** Questions that the person has answered with yes, by their codes. */
  readonly confirmed: readonly string[]
}

/** The person whom a form offers records, and the day. */
export interface NarrowingStep {
  readonly caller: Caller
  readonly bearer: string | undefined
  readonly today: string
}

/** The rules that the declaration of a resource cannot say: the part of its module's server half. */
export interface RecordRules {
  /** Id of a new record, where it follows from its values. */
  readonly identify?: (value: FormValue) => string
  /** Values that the server sets. @throws Refused for what needs other records to be known. */
  readonly prepare?: (step: RecordStep) => Promise<FormValue>
  /** Follows a record that was written or deleted (without it `value` is what stood), in the same transaction. */
  readonly afterWrite?: (step: RecordStep, change: 'written' | 'deleted') => Promise<void>
  /** A sentence for the person about a record that they have just saved; it keeps nobody from saving. */
  readonly remark?: (step: RecordStep) => Promise<{ readonly code: string; readonly parameters?: Parameters } | undefined>
  /** Refuses what an import may not do though a person who edits one record may. @throws Refused */
  readonly imports?: (step: RecordStep) => Promise<void>
  /** Of import columns whose texts may name something by more than its stored value: their meanings, by field. */
  readonly meanings?: Readonly<Record<string, NonNullable<ImportColumn['meanings']>>>
  /** Returns whether others need the record, so that it cannot be deleted. */
  readonly inUse?: (db: Db, id: string) => Promise<boolean>
  /** The meanings of violated constraints of the table, by their names. */
  readonly constraints?: Readonly<Record<string, { readonly code: string; readonly fields: readonly string[] }>>
  /**
   * Narrows the records that a form offers, among those in use that are bound to its bearing department (`bearer`) or, without one,
   * to the caller's: a condition over the resource's own table.
   */
  readonly narrow?: (context: ReferenceQuery['context'], step: NarrowingStep) => RawBuilder<SqlBool>
  /** A department that bears the matter is offered what `narrow` alone says, whatever a record is bound to. */
  readonly narrowsForBearer?: true
}

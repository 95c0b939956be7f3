import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** A subject whose usages are listed: units of the organisation with all descendants, or a person. */
export type UsageSubject = { readonly units: readonly string[] } | { readonly person: string }

/** One record that refers to the subject. */
export interface Usage {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  /** Distinguishes records with the same name: a number, a year; "中文/English" where it has words. */
  readonly detail?: string | null
  /** The page of the record. */
  readonly path?: string | null
  /** Id of a task's document. */
  readonly document?: string
}

/** A kind of records that may refer to units or people. */
export interface UsageSource extends Label {
  /** Id on the wire: lower camel case. */
  readonly id: string
  /** Whether a unit with such records may only be disabled, not deleted. */
  readonly keepsUnit?: true
  count(db: Db, subject: UsageSubject): Promise<number>
  /** A page of usages, in a fixed order. */
  list(db: Db, subject: UsageSubject, part: LimitOffset): Promise<readonly Usage[]>
}

export interface LimitOffset {
  readonly limit: number
  readonly offset: number
}

/** A page of rows in memory. */
export const partOf = <Row>(rows: readonly Row[], { limit, offset }: LimitOffset): readonly Row[] => rows.slice(offset, offset + limit)

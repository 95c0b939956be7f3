import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'

/** A subject that may go or move: units of the organisation with all below them, or a person. */
export type UsageSubject = { readonly units: readonly string[] } | { readonly person: string }

/** One record that rests on it. */
export interface Usage {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  /** Tells two of the same name apart: a number, a year; "中文/English" where it has words. */
  readonly detail?: string | null
  /** The page that keeps it. */
  readonly path?: string | null
  /** Of a task: its document. */
  readonly document?: string
}

/** A kind of records that may rest on units or people. */
export interface UsageSource extends Label {
  /** Its name on the wire: lower camel case. */
  readonly id: string
  /** A unit on which such records rest is not deleted, only disabled. */
  readonly keepsUnit?: true
  count(db: Db, subject: UsageSubject): Promise<number>
  /** A part of them, in a fixed order. */
  list(db: Db, subject: UsageSubject, part: LimitOffset): Promise<readonly Usage[]>
}

export interface LimitOffset {
  readonly limit: number
  readonly offset: number
}

/** A part of what is in memory. */
export const partOf = <Row>(rows: readonly Row[], { limit, offset }: LimitOffset): readonly Row[] => rows.slice(offset, offset + limit)

import type { Label } from '../wording/label.ts'

/**
 * The readers of a confidential field: holders of these roles, and people who have or had a task at these nodes (`start`: initiator and
 * applicant).
 */
export interface VisibleTo {
  /** Keys of roles whose members are shown it in every document that they may read. */
  readonly roles?: readonly string[]
  /** Nodes of the flow whose approvers are shown it; `start` is the initiator and the applicant. */
  readonly nodes?: readonly string[]
}

/** Values that a linked document proposes: a new row, or header fields. In the expressions `option` is the document. */
export interface Proposal {
  /** Key of the table that gets a row per linked document not yet named in a row; absent: header fields are set. */
  readonly rows?: string
  /** Expressions by column, or by header field. */
  readonly set: Readonly<Record<string, Feel>>
}

/**
 * Rows of a table that are fetched by a call. The answer `{ rows, set }` has rows by column and header values by field; `set` only fills
 * empty fields. The label is the button's.
 */
export interface RowFetch extends Label {
  /** Path of the call (GET). */
  readonly call: string
  /** Keys of the header fields that are sent; the call needs all of them. */
  readonly by: readonly string[]
  /** While true, rows can only be fetched, not added by hand. @default always */
  readonly when?: Feel
}

/** Rows of a table that are taken over from linked documents; each stores its source. */
export interface RowTaking {
  /** Key of the document link with the source documents. */
  readonly from: string
  /** The source tables, by the form of the linked document. */
  readonly of: Readonly<Record<string, TakenTable>>
  /** Each source row may be taken by only one live document of the form. */
  readonly once?: true
}

/** A table of another form whose rows can be taken over. */
export interface TakenTable {
  /** Table of the linked document whose rows are taken. */
  readonly rows: string
  /** Expressions by target column, in the context of the source row, whose form is `header`. */
  readonly set: Readonly<Record<string, Feel>>
  /** Condition on source rows that can be taken. @default all rows */
  readonly when?: Feel
  /**
   * Target columns that have to keep the source's value: read-only in a taken row, and compared with the source on filing. They are never
   * empty in the source.
   */
  readonly keeps?: readonly string[]
}

/** The amount of a linked document that is consumed, and the field at which an excess is reported. */
export interface LinkConsumption {
  /** Key of the table whose rows consume; absent if the link is a column of the row, or the whole document consumes. */
  readonly rows?: string
  /** Key of the column with the number of the linked document. */
  readonly by?: string
  /** Amount, in the context of the row and in the unit of the target (see `Form.claimable`). @default the whole remaining balance */
  readonly amount?: Feel
  /** Key of the field or column at which an excess is reported. @default the link */
  readonly at?: string
  /** Message for an excess, instead of the default one. */
  readonly message?: Label
}

/** Autocomplete from a call: a GET with `keyword`, from two characters on. */
export interface Suggestions {
  /** Path of the call, which answers rows. */
  readonly call: string
  /** Attribute of a row that becomes the value. */
  readonly value: string
  /** Sibling fields that are filled in if empty, each with the attribute of the row. */
  readonly fills?: Readonly<Record<string, string>>
}

/** Parameters of a call to another system, each with the key of its field (columns of the row first); a record is sent as its code. */
export type CalledWith = Readonly<Record<string, string>>

/** Choices that another system provides. */
export interface CalledOptions {
  /** Name of the call, declared by a plugin. */
  readonly call: string
  /** Parameters; while one of them is empty, there are no choices. */
  readonly with?: CalledWith
  /** Sibling fields that a choice fills in if empty, each with the attribute of the choice. */
  readonly fills?: Readonly<Record<string, string>>
}

/** A FEEL expression over the fields of the form; inside a table, columns of the row take precedence. */
export type Feel = string

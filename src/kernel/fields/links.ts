import type { Feel } from '../feel/source.ts'
import type { Label } from '../wording/label.ts'

/**
 * The readers of a confidential field: holders of these roles wherever they read the document, and people who have or had a task at these
 * nodes; `start` stands for initiator and applicant.
 */
export interface VisibleTo {
  readonly roles?: readonly string[]
  readonly nodes?: readonly string[]
}

/** The proposals of a linked document: a row of its own, or fields of the form. In the expressions `option` is the document. */
export interface Proposal {
  /** Table that gets a row for each document that no row names yet; left out where fields of the form are filled in. */
  readonly rows?: string
  /** By column, or by field of the form. */
  readonly set: Readonly<Record<string, Feel>>
}

/**
 * Rows of a table that a call answers: `{ rows, set }`, by column and by field of the form; what is set fills empty fields only. Its label
 * is the button's.
 */
export interface RowFetch extends Label {
  /** Path of the call, a GET. */
  readonly call: string
  /** Fields of the form that it is asked with; without one of them there is nothing to ask. */
  readonly by: readonly string[]
  /** While true, the rows are fetched and nobody adds any; without it, always. */
  readonly when?: Feel
}

/** Rows of a table that come over from those of linked documents, each remembering where it comes from. */
export interface RowTaking {
  /** Document link of the form whose documents are taken from. */
  readonly from: string
  /** The proposed values, by the business type of the linked document. */
  readonly of: Readonly<Record<string, TakenTable>>
  /** A row is taken by one live document of the form only. */
  readonly once?: true
}

/** A table of another type's documents. */
export interface TakenTable {
  readonly rows: string
  /** By column here; in the row's context there, whose form is `header`. */
  readonly set: Readonly<Record<string, Feel>>
  /** Rows there that can be taken; without it, all. */
  readonly when?: Feel
  /**
   * Columns that stay as they stand there: locked in a row that was taken, and compared with its source when the form is filed. Rows there
   * always have them.
   */
  readonly keeps?: readonly string[]
}

/** The amount of a linked document that is consumed, and the field that reports an excess. */
export interface LinkConsumption {
  /** Table whose rows claim; left out where the link stands in the row itself, or where the document claims as a whole. */
  readonly rows?: string
  /** Column of these rows that holds the number of the linked document. */
  readonly by?: string
  /** The amount, in the row's context: in what the linked document counts what it has to give (see `Form.claimable`). Without it, all. */
  readonly amount?: Feel
  /** Field, or column of the row, where it is said that too much is claimed; the link without it. */
  readonly at?: string
  /** The message, instead of the usual one. */
  readonly message?: Label
}

/** Further choices for what was typed, which a call answers: a GET with `keyword`, asked from two characters on. */
export interface Suggestions {
  /** Path of the call; it answers rows. */
  readonly call: string
  /** Attribute of a row that is the choice. */
  readonly value: string
  /** Fields beside it that the row fills in where nobody has entered anything, with the attribute of each. */
  readonly fills?: Readonly<Record<string, string>>
}

/** Parameters of a call to another system, by the fields that hold them: columns of the row first; of a record its code. */
export type CalledWith = Readonly<Record<string, string>>

/** Choices that another system answers. */
export interface CalledOptions {
  /** Name of the call, declared by the plugin that brings it. */
  readonly call: string
  /** Without one of them there is nothing to choose from. */
  readonly with?: CalledWith
  /** Fields beside it that a choice fills in where nobody has entered anything, with the attribute of each. */
  readonly fills?: Readonly<Record<string, string>>
}

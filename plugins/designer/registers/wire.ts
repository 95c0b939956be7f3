import type { Fields } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { DesignProblem, DesignState, FormPublication, PublicationFailure } from '../wire.ts'

/**
 * Calls of the register designer, below `/workflow/register`, with the rights of the form designer.
 *
 * | call | body | answer |
 * | --- | --- | --- |
 * | `GET /page?keyword=&state=&current=&size=` | | page of `RegisterDesignRow` |
 * | `POST /` | `CreateRegisterDesign` | `RegisterDesign` |
 * | `GET /:id` | | `RegisterDesign` |
 * | `PUT /:id` | `SaveRegisterDesign` | `RegisterDesign` |
 * | `POST /check` | `RegisterContent` | `DesignProblem[]` |
 * | `GET /:id/dry-run`, `GET /:id/dry-run?version=` | | `DryRun` of publishing the draft, or of rolling back |
 * | `POST /:id/publish` | `{ revision, reason }` | `RegisterDesign` |
 * | `PUT /:id/stop`, `PUT /:id/rollback` | `{ reason }`, `{ version, reason }` | `RegisterDesign` |
 * | `DELETE /:id` | | null; only a register without records that nothing refers to |
 * | `GET /:id/history` | | `FormPublication[]` |
 * | `GET /:id/version/:version` | | `RegisterContent` |
 *
 * Each register in force has the calls of a declared resource below `/registerservice/{page}`, and beside them
 * `GET /:id/history?current=&size=` (page of `RecordChange`) and `GET /:id/uses` (`RecordUse[]`).
 */
export const registerDesignPath = '/workflow/register'

/** Base of the calls of every register. */
export const registerCalls = '/registerservice'

/** A register as it is drawn. */
export interface RegisterContent extends Label {
  /** Name of its page and its calls: small letters, digits and hyphens; fixed once it is published. */
  readonly page: string
  /** One of its records, as in “New meeting room”; the name of the register without it. */
  readonly one?: Label
  readonly icon?: string
  readonly description?: string
  readonly fields: Fields
  /** Field that names a record: a required text, unique. */
  readonly key: string
  /** Further combinations of fields that no two records have alike. */
  readonly unique: readonly (readonly string[])[]
  readonly columns: readonly string[]
  readonly filters: readonly string[]
  /** Fields beside the key that the keyword is looked for in. */
  readonly search: readonly string[]
  readonly sort: { readonly field: string; readonly descending?: true }
  /** Fields that forms show of a chosen record and that their expressions read. */
  readonly shown: readonly string[]
  /** Switch that takes a record out of what forms offer. */
  readonly enable?: string
  /** Fields by which data scopes limit what people see; without both, whoever may view it sees every record. */
  readonly scope: { readonly departments?: string; readonly owner?: string }
}

export interface RegisterDesignRow extends Label {
  readonly id: string
  readonly page: string
  readonly state: DesignState
  /** Version in force; null where none was published. */
  readonly version: number | null
  readonly isChanged: boolean
  /** Records that were not deleted. */
  readonly records: number
  readonly savedBy: string
  readonly savedAt: string
}

export interface RegisterDesign extends RegisterDesignRow {
  readonly revision: number
  /** Number of the newest version, in force or not; 0 where none was published. */
  readonly last: number
  readonly content: RegisterContent
  readonly problems: readonly DesignProblem[]
  /** Forms and registers that refer to it. */
  readonly uses: readonly RegisterUse[]
  /** Set where the last publication could not be put in force and was taken back. */
  readonly failure?: PublicationFailure
  /** Fields of any published version: their keys are kept. */
  readonly kept: readonly string[]
}

/** A field of a form or of another register that refers to a register. */
export interface RegisterUse extends Label {
  readonly kind: 'form' | 'register'
  /** Business type of the form, page of the register. */
  readonly key: string
  readonly field: Label
  /** Page on which it is read. */
  readonly path: string
}

export interface CreateRegisterDesign extends Label {
  readonly page: string
}

export interface SaveRegisterDesign {
  readonly revision: number
  readonly content: RegisterContent
}

export type RegisterPublication = FormPublication

/** The effect of a version on the records that are stored. */
export interface DryRun {
  /** Records that are stored, deleted ones included. */
  readonly records: number
  readonly conversions: readonly Conversion[]
  /** Fields that are required from now on, and the records without a value: they keep their place until somebody edits them. */
  readonly missing: readonly { readonly field: Label; readonly records: number }[]
  /** Unique keys that records have alike. */
  readonly repeated: readonly { readonly fields: readonly Label[]; readonly records: number; readonly examples: readonly string[] }[]
  /** Fields that are no longer shown; their values stay stored. */
  readonly removed: readonly Label[]
}

/** The values of a field whose kind changes. */
export interface Conversion {
  readonly key: string
  readonly field: Label
  readonly from: string
  readonly to: string
  /** Records whose value becomes one of the new kind. */
  readonly converted: number
  /** Records whose value does not: publishing is refused while there are any. */
  readonly refused: number
  /** Values that do not, each once, with the record that has it. */
  readonly examples: readonly { readonly record: string; readonly value: string }[]
}

/** A change of a record. */
export interface RecordChange {
  readonly action: 'added' | 'edited' | 'deleted' | 'converted'
  /** "中文/English" */
  readonly by: string
  readonly at: string
  /** Version of the design whose publication converted it. */
  readonly designVersion?: number
  /** Values that changed, by field; fields that the reader is not shown are left out. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Documents of a form, or records of a register, that refer to a record. */
export interface RecordUse extends Label {
  readonly kind: 'form' | 'register'
  readonly count: number
  /** Page of the list that they are found in. */
  readonly path: string
}

import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Problem } from '#kernel/composition/problems.ts'
import type { FlowFile, ImportMapping } from '#kernel/flow/design.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { FieldNeeds, OverlayQuestion } from './overlay/difference.ts'

/**
 * Calls of the form designer, below `/workflow/dynamicForm`. Reading needs `workflow:dynamicForm:view`, editing
 * `workflow:dynamicForm:edit`, publishing, stopping and rolling back `workflow:dynamicForm:publish`.
 *
 * | call | body | answer |
 * | --- | --- | --- |
 * | `GET /page?keyword=&state=&current=&size=` | | page of `FormDesignRow` |
 * | `POST /` | `CreateFormDesign` or `{ over }` | `FormDesign` |
 * | `GET /library` | | `ReadyDesign[]` |
 * | `GET /:id/file` | | `FormFile` of the draft |
 * | `POST /file/check` | `{ file, mapping }` | `ReadFormFile`; nothing is stored |
 * | `POST /file` | `{ file, mapping }` | `FormDesign` |
 * | `GET /:id` | | `FormDesign` |
 * | `PUT /:id` | `SaveFormDesign` | `FormDesign` |
 * | `POST /check` | `FormContent` | `DesignProblem[]` |
 * | `GET /:id/samples` | | `SampleFiling[]`; nothing is stored |
 * | `POST /:id/publish` | `PublishFormDesign` | `FormDesign` |
 * | `PUT /:id/stop`, `PUT /:id/rollback` | `{ reason }`, `{ version, reason }` | `FormDesign` |
 * | `DELETE /:id` | | null; only a design that was never used |
 * | `GET /:id/history` | | `FormPublication[]` |
 * | `GET /:id/version/:version` | | `FormContent` |
 * | `GET /by/:urlPage` | | `FormContent` of the version in force |
 * | `PUT /:id/settle` | `SettleQuestion` | `FormDesign`; only of a company's additions to a form of the product |
 *
 * A design may also be a company's additions to a form of the product (`over`): its content is that form with them, what is saved are the
 * differences, and while they are stopped the form is as it is shipped.
 *
 * Refusals: 42007 where the draft (`revision`) has moved on, with the name of who saved it; 42009 with `fields` (`where` of the problems).
 */
export const formDesignPath = '/workflow/dynamicForm'

/** The business type of a designed form. */
export const designKey = (urlPage: string): string => `dynamicForm:${urlPage}`

/** Path of the statistics page of a designed form. */
export const statisticsPath = (urlPage: string): string => `/form-statistics/${urlPage}`

/** Life of a design: being drawn, in force, or no longer filed. */
export type DesignState = 'draft' | 'published' | 'stopped'

/** A form as it is drawn: a form of the framework, with what a company settles about it. Its key is `dynamicForm:{urlPage}`. */
export interface FormContent {
  readonly urlPage: string
  /** Prefix of document numbers, two to six capital letters, unique. */
  readonly prefix: string
  /** Id of the group among those of the menu and the tiles. */
  readonly group: string
  readonly icon?: string
  readonly description?: string
  /** The people who may file it; empty lists mean everybody. */
  readonly starters: { readonly people: readonly string[]; readonly departments: readonly string[]; readonly roles: readonly string[] }
  /** The form itself, with its flow. */
  readonly form: Form
  /** Values to try it with. */
  readonly examples?: readonly FormExample[]
}

/** A value to try a form with, and the steps that a document of it takes. Days may be counted from today: `today+3`. */
export interface FormExample extends Label {
  readonly value: FormValue
  readonly steps: readonly string[]
}

/** A ready design of the library. */
export interface ReadyDesign extends Label, Pick<Form, 'prefix' | 'group' | 'icon'> {
  readonly key: string
  readonly description: Label
}

export interface FormDesignRow {
  readonly id: string
  /** Business type of the form of the product that it adds to; null for a form of the company's own. */
  readonly over: string | null
  readonly urlPage: string
  readonly cn: string
  readonly en: string
  readonly prefix: string
  readonly group: string
  readonly state: DesignState
  /** Version in force; null where none was published. */
  readonly version: number | null
  /** True where the draft differs from the version in force. */
  readonly isChanged: boolean
  /** Documents ever filed. */
  readonly documents: number
  readonly savedBy: string
  readonly savedAt: string
}

export interface FormDesign extends FormDesignRow {
  /** Counted up by every save; the next save names it. */
  readonly revision: number
  /** Number of the newest version, in force or not; 0 where none was published. */
  readonly last: number
  readonly content: FormContent
  readonly problems: readonly DesignProblem[]
  /** Set where the last publication could not be put in force and was taken back. */
  readonly failure?: PublicationFailure
  /** Fields of published versions that the draft has no more: they can be put back. */
  readonly removed: readonly RemovedField[]
  /** Fields and columns of published versions that documents have: their kind stays. */
  readonly filed: readonly FiledField[]
  /** Of additions to a form of the product. */
  readonly overlay?: OverlayDesign
}

/** A publication that was taken back because no process could be composed with it. */
export interface PublicationFailure {
  readonly version: number
  /** Message of the error, for whoever looks after the product. */
  readonly reason: string
  readonly at: string
}

export interface FiledField {
  /** Key, or `table.column`. */
  readonly path: string
  readonly kind: FieldKind
}

export interface RemovedField {
  /** Key, or `table.column`. */
  readonly path: string
  readonly field: FieldDefinition
}

/** The form that a company's additions are compared with, and the questions about them. */
export interface OverlayDesign {
  /** The form as it is shipped now, and as it was when the additions were published last. */
  readonly shipped: Form
  readonly base: Form
  /** Reasons for which the product needs fields; such a field is neither hidden nor left empty. */
  readonly needs: FieldNeeds
  /** Differences that do not fit together with the form as it is shipped now. */
  readonly questions: readonly OverlayQuestion[]
}

export interface SettleQuestion {
  readonly revision: number
  /** Id of the question. */
  readonly question: string
  readonly choice: 'product' | 'company'
}

/** A fault that keeps a design from being published. */
export type DesignProblem = Pick<Problem, 'where' | 'text'>

export interface CreateFormDesign {
  readonly urlPage: string
  readonly prefix: string
  readonly group: string
  readonly cn: string
  readonly en: string
  /** The form that it begins as: its business type, shipped or designed, or `library:{key}` for a ready design. */
  readonly from?: string
}

export interface SaveFormDesign {
  readonly revision: number
  readonly content: FormContent
}

export interface PublishFormDesign {
  readonly revision: number
  readonly reason: string
}

/** A sample document of a draft, judged as it would be when filed, and its way. */
export interface SampleFiling extends Label {
  /** Findings of the checks of filing. */
  readonly findings: readonly SampleFinding[]
  /** Steps of the flow that somebody would be asked at, in their order. */
  readonly steps: readonly SampleStep[]
  /** Required fields that no value can be made up for: files, links, and texts of a pattern without an example. */
  readonly open: readonly Label[]
}

export interface SampleFinding extends Label {
  /** `block`: such a document cannot be filed; `warn`: it can, with a notice or a confirmation. */
  readonly level: 'block' | 'warn'
}

export interface SampleStep extends Label {
  /** "中文/English" of the people who would be asked; none where the condition of the step does not hold. */
  readonly people: readonly string[]
  /** The step passes by itself. */
  readonly isAutomatic: boolean
}

export interface FormPublication {
  readonly version: number
  readonly hash: string
  /** `failed`: no process could be composed with the publication, and what was in force before is in force again; `reason` says why. */
  readonly action: 'publish' | 'stop' | 'rollback' | 'failed'
  readonly by: string
  readonly at: string
  readonly reason: string
}

/** A design in a signed file, for another installation. */
export interface FormFile {
  readonly format: 'form'
  readonly formatVersion: 1
  /** SHA-256 of each part; the signature is over these. */
  readonly hashes: Readonly<Record<'form' | 'flow' | 'examples' | 'names', string>>
  /** Ed25519, with the key of the installation that made it; base64. */
  readonly signature: { readonly key: string; readonly value: string }
  readonly parts: {
    /** The content without its flow. */
    readonly form: Omit<FormContent, 'starters' | 'examples'>
    /** People by user name; who may start documents stands in its settings. */
    readonly flow: FlowFile['flow']
    readonly examples: readonly FormExample[]
    readonly names: FlowFile['names']
  }
}

/** The counterparts here of names in a file. */
export interface FormMapping extends ImportMapping {
  readonly dictionaries?: Readonly<Record<string, string>>
  readonly groups?: Readonly<Record<string, string>>
  readonly prefix?: string
}

export interface MissingName {
  readonly kind: 'role' | 'person' | 'department' | 'dictionary' | 'group' | 'records'
  readonly id: string
  readonly name: string
}

/** A file as it would be taken over. */
export interface ReadFormFile extends Label, Pick<FormContent, 'urlPage' | 'prefix'> {
  /** There is no design of this page yet, the same one, or another one. */
  readonly state: 'new' | 'same' | 'changed'
  /** Names without a counterpart here; each needs a mapping. */
  readonly missing: readonly MissingName[]
  readonly problems: readonly DesignProblem[]
  /** Fingerprint of the key that signed it. */
  readonly signedBy: string
}

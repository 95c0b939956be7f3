import { z } from 'zod'
import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Directory } from '#approval/directory.ts'
import type { DocumentStatus, Reason } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host, References } from '#server/host.ts'

/** A change that one document's action writes into another document. */
export interface WrittenInto {
  readonly document: string
  /** Fields of its header; tables are replaced as a whole. */
  readonly set: FormValue
  /** The author of the change; by default the actor. */
  readonly by?: string
}

/** A step in the lifecycle of a document, inside the transaction of the action. */
export interface DocumentStep {
  /** The action's transaction. */
  readonly db: Db
  readonly env: Env
  readonly form: Form
  readonly document: {
    readonly id: string
    /** Absent before the first filing (in a preview). */
    readonly number?: string
    readonly round: number
    readonly starter: string
  }
  readonly value: FormValue
  /**
   * Whether the document is being filed, for the first time or again (also in a preview): values that are frozen at filing, such as the
   * exchange rate, are read again. By default true without `before`.
   */
  readonly filing?: boolean
  /**
   * Set while the document is filed for the first time, or this is previewed: no data refer to it yet, so modules need not read them.
   * Absent in handlers after `onSubmit`.
   */
  readonly isNew?: true
  /** Set while an approver's entries are saved without passing: fields required at the node may be missing. */
  readonly isDraft?: true
  /** At a node: the people whose rows the actor fills in: themselves and those for whom they substitute. */
  readonly actsFor?: readonly string[]
  /** The node of the step: `start` while filing, else the node whose approver acts; absent otherwise. */
  readonly node?: string
  /** The value before this action; absent at the first filing. */
  readonly before?: FormValue
  readonly actor: Pick<Caller, 'id' | 'name' | 'locale'>
  readonly at: Date
  readonly directory: Directory
  readonly references: References
  /**
   * Caches a read for the `prepare` and `check` of one valuation; absent afterwards, since the data may have changed. See {@link
   * readOnce}.
   */
  once?<Result>(key: string, read: () => Promise<Result>): Promise<Result>
  /**
   * Writes into other documents or into this one, in the same transaction, locked in the order of ids, with entries in their histories.
   * Present in `onSubmit` and later handlers only.
   * @throws Refused
   */
  writeInto?(writes: readonly WrittenInto[]): Promise<void>
}

/**
 * Reads data for a step, shared by all `prepare` and `check` of the same valuation.
 * @param key identifies the read, including module and arguments
 */
export const readOnce = <Result>(step: Pick<DocumentStep, 'once'>, key: string, read: () => Promise<Result>): Promise<Result> =>
  step.once?.(key, read) ?? read()

/** A line of a document with its number in another system. */
export interface PostedLine extends Pick<DocumentStep, 'db' | 'at'> {
  readonly document: string
  /** Id of the posting that the form declares. */
  readonly step: string
  /** Id of the row; empty for the document as a whole. */
  readonly line: string
  readonly number: string
}

export type ReleaseReason = 'refused' | 'revoked' | 'voided'

/** The value about to be filed, as sent. */
export interface FilingPreview {
  readonly host: Host
  readonly caller: Caller
  readonly db: Db
  readonly env: Env
  readonly form: Form
  readonly value: FormValue
}

/** A document's value for a reader. */
export interface DisplayStep {
  readonly db: Db
  readonly departments: Host['departments']
  readonly form: Form
  readonly value: FormValue
  readonly reader: Caller
  readonly directory: Directory
  /** Absent while the document is being entered. */
  readonly document?: { readonly id: string; readonly starter: string; readonly applicant: string }
}

/** Documents whose exceptions are requested, all in one call. */
export interface ExceptionRequest extends Pick<Host, 'plugins' | 'references'> {
  readonly db: Db
  readonly documents: readonly {
    readonly id: string
    readonly form: Form
    readonly value: FormValue
    /** The value as disclosed to its reader, without figures withheld by `disclosed`. */
    readonly shown: FormValue
  }[]
}

/** An anomaly in a document that each approver has to look at before passing it. */
export interface DocumentException {
  /** Locale key of its short name, shown in the line below the header. */
  readonly code: string
  /** Locale key of the sentence below the row; by default `code`. */
  readonly detail?: string
  /** Parameters of both texts; `{place}` is the row's. */
  readonly params?: Parameters
  /** Sort key, ascending: 10 belongs to another person, 20 used twice, 30 exceeds a limit, 40 late, 50 and above for others. */
  readonly order: number
  /** Path of the value concerned: `items.invoiceNo`. */
  readonly field: string
  /** Paths of other values that its texts contain. A reader who may not see one of them is shown an exception without its content. */
  readonly reads?: readonly string[]
  /** The row, where `field` is a column. */
  readonly row?: { readonly id: string | undefined; readonly place: number }
  /** The initiator's explanation; absent where there is none. */
  readonly explanation?: string
}

/** A module's handlers in the document lifecycle, which run inside the action's transaction. */
export interface DocumentExtension {
  /** Forms to which it applies: keys of forms in its own module or in required ones, or a predicate over the form; by default all. */
  readonly concerns?: readonly string[] | ((form: Form) => boolean)
  /** Runs before the others, which depend on the values it sets (rows, rates, categories). */
  readonly early?: true
  /**
   * Queries other systems, or reads files, for `check`, before the transaction of a filing begins; the extension has to cache the answer.
   * @throws Refused where filing is impossible without it
   */
  preview?(filing: FilingPreview): Promise<void>
  /**
   * Values that the server sets (exchange rate, over-budget rows), before calculation, checks and previews. Must not write: extensions
   * run in parallel, and again where a previous one has set values.
   */
  prepare?(step: DocumentStep): Promise<FormValue>
  /** Checks that need other documents or master records, which rules cannot read. Must not write: extensions run in parallel. */
  check?(step: DocumentStep): Promise<readonly FieldProblem[]>
  /** Fields as disclosed to a reader, where some content is not for every reader of the document. */
  disclosed?(showing: DisplayStep): Promise<FormValue>
  /**
   * Exceptions by document id; documents without any are left out. Must not write, and must use a fixed number of statements: lists call
   * it for a page of documents. `documents` contains only those to which the extension applies.
   */
  exceptions?(request: ExceptionRequest): Promise<ReadonlyMap<string, readonly DocumentException[]>>
  /**
   * Returns the reason why a completed document may not be revoked, edited or voided (a closed year); used by the buttons and by the
   * server.
   */
  undoRefusal?(step: DocumentStep): Promise<Reason | undefined>
  /** Like `undoRefusal`, for a document in approval (a borrowed book). */
  withdrawalRefusal?(step: DocumentStep): Promise<Reason | undefined>
  onSubmit?(step: DocumentStep): Promise<void>
  onPass?(step: DocumentStep): Promise<void>
  onCompleted?(step: DocumentStep): Promise<void>
  /** Runs after a follow-up or a module's action has written into a document; `before` is the previous value. */
  onFollowUp?(step: DocumentStep): Promise<void>
  /** Runs after another system has assigned a number to a posted line; in the transaction that stores the number. */
  onPosted?(posted: PostedLine): Promise<void>
  /** `wasCompleted` distinguishes the reversal of spending from the release of an occupation. */
  onReleased?(step: DocumentStep, reason: ReleaseReason, wasCompleted: boolean): Promise<void>
}

/** Returns whether an extension applies to documents of a form. */
export const actsOn = ({ concerns }: Pick<DocumentExtension, 'concerns'>, form: Form): boolean =>
  typeof concerns === 'function' ? concerns(form) : (concerns?.includes(form.key) ?? true)

/**
 * A module's own action on documents: one call that writes into a document and adds a note to its history. Extensions handle its effects
 * (`onFollowUp`). Its browser half renders the button under the same id.
 */
export interface DocumentAction<Place extends object = object, Input = unknown> {
  /** Id of the action, under which the detail of a document contains its place. */
  readonly id: string
  /** Last segment of the call: `/oaserver/:businessType/{call}`. */
  readonly call: string
  /** Permission for the action; a form offers the action by listing it in `permissions`. */
  readonly needs: Permission
  /** Statuses of documents in which it is available. */
  readonly during: readonly DocumentStatus[]
  /** Fields of the call in addition to the document's `businessKey`. */
  readonly input: z.ZodRawShape
  /** The note for the history, in both languages. */
  readonly note: Label
  /** Locale key of the message that answers the call. */
  readonly answer: string
  /** The part of a form to which it applies, as passed to the browser half; undefined where the form has none. */
  placeIn(form: Form): Place | undefined
  /** Returns the new value. @throws Refused */
  write(value: FormValue, place: Place, input: Input): FormValue
}

/** Infers the input of an action from the fields of its call. */
export const defineDocumentAction = <Place extends object, const Shape extends z.ZodRawShape>(
  action: DocumentAction<Place, z.output<z.ZodObject<Shape>>> & { readonly input: Shape },
): DocumentAction => Object.freeze(action)

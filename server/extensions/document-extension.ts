import type { Directory } from '#approval/directory.ts'
import type { Reason } from '#approval/types.ts'
import type { FieldProblem, Parameters } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host, References } from '#server/host.ts'

/** A change that one document writes into another. */
export interface WrittenInto {
  readonly document: string
  /** Fields of its header; a table as a whole. */
  readonly set: FormValue
}

/** One moment in a document's life, inside the transaction of the action. */
export interface DocumentStep {
  /** The action's transaction. */
  readonly db: Db
  readonly env: Env
  readonly form: Form
  readonly document: {
    readonly id: string
    /** Absent before the first submission (a preview). */
    readonly number?: string
    readonly round: number
    readonly starter: string
  }
  readonly value: FormValue
  /**
   * Whether the document is being filed, for the first time or again (also in a preview of that):
   * what is frozen at filing, such as the exchange rate, is read anew. Without it: when there is no `before`.
   */
  readonly filing?: boolean
  /**
   * The document is filed for the first time, or that is previewed: nothing stands for it anywhere yet, so modules need
   * not read what does. Until `onSubmit`; what follows in the same filing comes without it.
   */
  readonly isNew?: true
  /** The node at which it happens: `start` while it is filed, else the node whose approver acts; absent where nobody acts at a node. */
  readonly node?: string
  /** The value before this action; absent at the first submission. */
  readonly before?: FormValue
  readonly actor: Pick<Caller, 'id' | 'name' | 'locale'>
  readonly at: Date
  readonly directory: Directory
  readonly references: References
  /**
   * Reads something once for the `prepare` and `check` of one valuation; absent afterwards, when what was read may have changed. See {@link
   * readOnce}.
   */
  once?<Result>(key: string, read: () => Promise<Result>): Promise<Result>
  /**
   * Once the action has happened (`onSubmit` and what follows; absent before): writes into other documents, in the same transaction,
   * locked in the order of their ids, with an entry in their histories. @throws Refused
   */
  writeInto?(writes: readonly WrittenInto[]): Promise<void>
}

/**
 * Reads for a step what an earlier `prepare` or `check` of the same valuation has perhaps read.
 * @param key says what is read, module and arguments included
 */
export const readOnce = <Result>(step: Pick<DocumentStep, 'once'>, key: string, read: () => Promise<Result>): Promise<Result> =>
  step.once?.(key, read) ?? read()

/** A line of a document under its number in another system. */
export interface PostedLine extends Pick<DocumentStep, 'db' | 'at'> {
  readonly document: string
  /** Id of the posting that the form declares. */
  readonly step: string
  /** Id of the row; empty for the document as one. */
  readonly line: string
  readonly number: string
}

export type ReleaseReason = 'refused' | 'revoked' | 'voided'

/** The value about to be filed, as it was sent. */
export interface FilingPreview {
  readonly host: Host
  readonly caller: Caller
  readonly db: Db
  readonly env: Env
  readonly form: Form
  readonly value: FormValue
}

/** A document's value before somebody who reads it. */
export interface DisplayStep {
  readonly db: Db
  readonly departments: Host['departments']
  readonly form: Form
  readonly value: FormValue
  readonly reader: Caller
  readonly directory: Directory
  /** Absent while it is written. */
  readonly document?: { readonly id: string; readonly starter: string; readonly applicant: string }
}

/** Documents whose exceptions are asked for, all of them at once. */
export interface ExceptionRequest extends Pick<Host, 'plugins' | 'references'> {
  readonly db: Db
  readonly documents: readonly {
    readonly id: string
    readonly form: Form
    readonly value: FormValue
    /** The value as its reader is shown it: figures that `disclosed` keeps from them are not in it. */
    readonly shown: FormValue
  }[]
}

/** Something unusual in a document that each of its approvers has to look at before they pass it. */
export interface DocumentException {
  /** Locale key of what it is, in a few words: it stands in the line below the head. */
  readonly code: string
  /** Locale key of the sentence that stands below the row; without it, `code`. */
  readonly detail?: string
  /** Blanks of both texts; `{place}` is the row's. */
  readonly params?: Parameters
  /**
   * The smaller comes first: 10 for what belongs to somebody else, 20 for what is used twice, 30 for what is beyond a limit, 40 for what is
   * late, 50 and more for the rest.
   */
  readonly order: number
  /** Path of the value concerned: `items.invoiceNo`. */
  readonly field: string
  /** Paths of other values that its sentences rest on: who is not shown one of them reads that there is an exception, not which. */
  readonly reads?: readonly string[]
  /** The row, where `field` is a column. */
  readonly row?: { readonly id: string | undefined; readonly place: number }
  /** The reason for it in the words of the person who files; absent where they gave none. */
  readonly explanation?: string
}

/** A module's part in the life of documents; all of it inside the action's transaction. */
export interface DocumentExtension {
  /**
   * Forms that it concerns: by their keys, of its own module or of those that its module requires, or by a function of their fields;
   * without it, all.
   */
  readonly concerns?: readonly string[] | ((form: Form) => boolean)
  /** Comes before the others, whose figures rest on what it sets (rows, rates, categories). */
  readonly early?: true
  /**
   * Asks other systems, or reads files, for what `check` will have to know, before the transaction of a filing begins; whoever asks keeps
   * the answer. @throws Refused where nothing can be filed without it
   */
  preview?(filing: FilingPreview): Promise<void>
  /**
   * Values that the server sets (exchange rate, over-budget rows), before calculation, checks and previews. Extensions are asked at the
   * same time, and once more where one before them set something: nothing is written.
   */
  prepare?(step: DocumentStep): Promise<FormValue>
  /** Checks that need other documents or masters, which rules cannot read; extensions are asked at the same time, and write nothing. */
  check?(step: DocumentStep): Promise<readonly FieldProblem[]>
  /** Fields as a reader is shown them, where something in them is not for everybody who reads the document. */
  disclosed?(showing: DisplayStep): Promise<FormValue>
  /**
   * Exceptions of documents, by their ids; those without any are left out. It writes nothing and takes a fixed number of statements,
   * however many documents are asked for: the lists ask for a page of them. Only documents that it `concerns` are in `documents`.
   */
  exceptions?(request: ExceptionRequest): Promise<ReadonlyMap<string, readonly DocumentException[]>>
  /**
   * Returns the reason for which a completed document may not be revoked, edited or voided (a closed year); asked for the buttons and again
   * by the server.
   */
  undoRefusal?(step: DocumentStep): Promise<Reason | undefined>
  /** The same of a document under way (a book that is out of the library). */
  withdrawalRefusal?(step: DocumentStep): Promise<Reason | undefined>
  onSubmit?(step: DocumentStep): Promise<void>
  onPass?(step: DocumentStep): Promise<void>
  onCompleted?(step: DocumentStep): Promise<void>
  /** Something was written into a document, by a follow-up or by an action of a module; `before` holds what stood. */
  onFollowUp?(step: DocumentStep): Promise<void>
  /** Another system has given a line that the document posts its number; in the transaction that writes the number down. */
  onPosted?(posted: PostedLine): Promise<void>
  /** `wasCompleted` tells a reversal of spending from a release of what was only occupied. */
  onReleased?(step: DocumentStep, reason: ReleaseReason, wasCompleted: boolean): Promise<void>
}

/** Returns whether an extension acts on the documents of a form. */
export const actsOn = ({ concerns }: Pick<DocumentExtension, 'concerns'>, form: Form): boolean =>
  typeof concerns === 'function' ? concerns(form) : (concerns?.includes(form.key) ?? true)

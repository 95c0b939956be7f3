import type { Feel, Fields } from './fields.ts'
import type { CalledWith } from './fields/links.ts'
import type { Flow } from './flow.ts'
import { type Label, pluralOf } from './wording/label.ts'
import type { Permission } from './permissions.ts'
import type { Rule } from './rules.ts'

/** The budget effect of a form: the amounts that its documents charge, and the fields of the budget key. */
export interface BudgetEffect {
  /** `spending`: occupies on submission, spends on completion; `application`: stays occupied for the claims that link to it. */
  readonly class: 'spending' | 'application'
  /** Key of the table, or tables, whose rows carry amounts. @default the header carries one amount */
  readonly rows?: string | readonly string[]
  /** Field of the bearing department: a column of the row where it has one, else a field of the header; likewise `category`. */
  readonly department: string
  /** Field of the expense category. */
  readonly category: string
  /** Code of the expense category that the server sets in the header. @default users choose the category */
  readonly categoryCode?: string
  /** Key of the header field with the budget month, the first day of the month as yyyy-MM-dd. */
  readonly month: string
  /** Amount in RMB, in the context of the row. */
  readonly amount: Feel
  /**
   * Application: expression for the day on which the amount not yet consumed is released. `completedOn` is the date of completion.
   */
  readonly releaseOn?: Feel
  /** Application: key of the header switch that settles it, i.e. releases the rest because no further claims follow. */
  readonly settled?: string
  /** Key of the column whose value "1" marks a row as off budget. */
  readonly offBudget?: string
}

/** A budget that is displayed but not charged. */
export interface ShownBudget extends Pick<BudgetEffect, 'department' | 'category' | 'month' | 'amount'> {
  /** Key of the header switch that shows it. @default always shown */
  readonly switch?: string
}

/** Keys of the tables whose rows carry amounts; empty where the header does. */
export const budgetTables = (
  { rows }: Pick<BudgetEffect, 'rows'>,
): readonly string[] => (rows === undefined ? [] : typeof rows === 'string' ? [rows] : rows)

export interface Section extends Label {
  /** Name by which fields refer to it (`section`). */
  readonly id: string
}

/** Print options of a form. @default all fields are printed */
export interface PrintOptions {
  /** Ids of sections and keys of fields that are not printed. */
  readonly omit?: readonly string[]
  /** Prints a cover sheet for paper receipts; paths of the invoice numbers that are counted on it. */
  readonly cover?: readonly string[]
  /** Labels to stick on things that the rows name. */
  readonly labels?: PrintedLabels
  /** Keys of attachment fields whose images are printed. */
  readonly photos?: readonly string[]
  /** Labels of the signature lines, in order; on a paid document, those of the voucher. */
  readonly signedBy?: readonly Label[]
}

/** Labels with a scannable code, one per row of a table. */
export interface PrintedLabels {
  /** Table whose rows get a label each. */
  readonly rows: string
  /** Columns: the encoded number, the name, and further lines. Rows without a number get no label. */
  readonly number: string
  /** Column with the name of the thing. */
  readonly name: string
  /** Columns printed below the name. */
  readonly more?: readonly string[]
}

/** Fields that are entered after completion; they refer to it by `atNode`, like to a node. */
export interface FollowUp extends Label {
  /** Name by which fields (`atNode`, `editAt`) and rules (`at`) refer to it; unique within the form. */
  readonly id: string
  /** Role whose holders may enter them. @default initiator and applicant */
  readonly role?: string
  /** Condition for offering it. @default as soon as the document is completed */
  readonly when?: Feel
}

/** A form that follows a completed document: its documents link to it and are filed by the same person. The label is the button's. */
export interface NextDocument extends Label {
  /** Business type of the next document. */
  readonly form: string
  /** Document link of that form which names this document. */
  readonly link: string
  /** Text shown when a live document already links to it. */
  readonly taken: Label
}

/** A uniqueness constraint across documents. Not checked while one of the fields is empty. */
export interface Unique {
  /** Documents that are compared. `live`: in approval or completed. */
  readonly among: 'inApproval' | 'live' | 'completed'
  /** Keys that must not all be equal; with `rows`, columns of the row first. Case and surrounding white space are ignored. */
  readonly by: readonly string[]
  /** Key of the table whose rows are compared, also with each other. */
  readonly rows?: string
  /** Keys of first and last day: only overlapping periods conflict; an empty day is unbounded. */
  readonly span?: readonly [from: string, to: string]
  /** Name shared by the forms that are compared with each other. @default only documents of this form */
  readonly across?: string
  /** Message; `{businessNo}` is the number of the other document. */
  readonly message?: Label
}

/**
 * A part of the subject of documents: the path of a text or date (of a column: the first row's value and the number of others), or a range
 * from one field to another of the same kind, e.g. a route.
 */
export type SubjectPart = string | { readonly from: string; readonly to: string }

/**
 * Figures from another system, read before the transaction of an action and stored. If the system does not answer, the stored ones are
 * kept.
 */
export interface Figures {
  /** Name of the call, declared by a plugin. */
  readonly call: string
  /** Fields sent with the call, by the names that the call gives them. */
  readonly with: CalledWith
  /** Fields that are sent as well where they are filled in, by the names that the call gives them. */
  readonly narrowedBy?: CalledWith
  /** Key of the table for each of whose rows it is called. @default once for the form */
  readonly rows?: string
  /** System fields (columns of `rows`) that store the answer, each with its attribute in the answer. */
  readonly into: Readonly<Record<string, string>>
  /** Key of the system field with the time at which they were read. */
  readonly readAt?: string
  /** When it is called: `edit` (while filling in), `submit`, or nodes (when they pass). */
  readonly at: readonly string[]
}

/**
 * A posting to another system. It is written to the outbox in the transaction of the action and sent afterwards; each line has an
 * idempotency key, and is queried by it when no answer arrived.
 */
export interface Posts extends Label {
  /** Name by which `after` refers to it; unique within the form. */
  readonly id: string
  /**
   * `completion`, the node that sends it as it is left, or `end`: completion, refusal, revocation and voiding, each with `result`,
   * `approver`, `approvedAt` and `opinion` beside the body. What is sent at the end is never reversed.
   */
  readonly at: string
  /**
   * Sent before the pass at `at` takes hold: what the other system refuses refuses the pass, and so does an answer that is missing. A node
   * that is left without a person's pass sends it afterwards. Without it, it is sent after the pass.
   */
  readonly before?: true
  /** Name of the call, declared by a plugin. */
  readonly call: string
  /**
   * Id of an earlier posting of the form that has to be posted or handled first, with all its lines; the first of its numbers is sent
   * along.
   */
  readonly after?: string
  /** Leaves out a line while false; FEEL in the row’s context. */
  readonly when?: Feel
  /** Key of the table whose rows are sent as separate lines. @default one line for the document */
  readonly rows?: string
  /** Expressions of the values sent, by name, in the context of the row. */
  readonly body: Readonly<Record<string, Feel>>
  /** Lists to send in addition, by name: one entry per row of a table. At `end`, they are sent only if the document was approved. */
  readonly lists?: Readonly<Record<string, SentList>>
  /** Amount of the line in RMB, in the context of the row. */
  readonly amount?: Feel
  /** Key of the system text that stores the number assigned by the other system: a column of `rows`, or a header field. */
  readonly into?: string
  /**
   * Call that reverses a posted line when the document is voided or revoked. Without it, the line has to be reversed in the other system
   * first.
   */
  readonly reversal?: string
  /** Role whose members are notified of a refusal, in addition to the initiator. */
  readonly role?: string
}

/** A list within a posting. */
export interface SentList {
  /** Table with the rows. */
  readonly table: string
  /** Expressions of an entry's values, by name, in the context of the row. */
  readonly entry: Readonly<Record<string, Feel>>
}

/** A business type whose documents are filed for approval, as data. */
export interface Form extends Label {
  /** Lower camel case; part of calls, rights and addresses. Never changed once documents exist. */
  readonly key: string
  /** Short name for tables, tabs and tiles. @default the name */
  readonly short?: Label
  /** Path of the page for adding and editing; `detailPath` defaults to `{path}-detail`. */
  readonly path: string
  /**
   * Address of its documents.
   * @default {path}-detail
   */
  readonly detailPath: string
  /** Present for forms designed at run time; the name of the page. */
  readonly designed?: { readonly urlPage: string }
  /** Prefix of the document number. */
  readonly prefix: string
  /** Id of the group of the start page in which it is offered. */
  readonly group: string
  /** Name of an icon in `src/shell/layout/icon-set.tsx`. */
  readonly icon: string
  /**
   * Where it can be opened: browser, mini program.
   * @default both
   */
  readonly terminals: readonly ('web' | 'mini')[]
  /** Whether completed documents may still be revoked or edited. */
  readonly abortAfterCompletion: boolean
  /** Sections of the screen, in order. */
  readonly sections: readonly Section[]
  /** Fields by key, in the order in which they are shown. */
  readonly fields: Fields
  /** Statements about the whole form, checked in this order. */
  readonly rules: readonly Rule[]
  /** The approval flow. */
  readonly flow: Flow
  /** Effect on the budget ledger; without it, the form moves no budget. */
  readonly budget?: BudgetEffect
  /** The budget that later documents will draw on: displayed while this one is entered and decided, never charged. */
  readonly budgetShown?: ShownBudget
  /**
   * Documents are started and corrected by another system: users can neither file, edit nor resubmit them. `path` is then the detail page.
   */
  readonly startedBy?: 'otherSystem'
  /** Key of the field with the amount in RMB, for lists and conditions. */
  readonly amount?: string
  /**
   * Key of the field with the approved amount in the document's currency, the headline of a completed document. Its RMB value is what the
   * budget is charged, row by row (`budget.amount`).
   */
  readonly approved?: string
  /** Key of the field with the amount that linking documents may consume. @default `amount` */
  readonly claimable?: string
  /** Key of the field that shows the remaining balance, computed on each read. */
  readonly unclaimed?: string
  /** Key of the field that shows the amount consumed by live documents, computed on each read. */
  readonly claimed?: string
  /** Actions on a completed document; the page opens the first one that is offered. */
  readonly followUps?: readonly FollowUp[]
  /** The follow-up form that is offered on the page of a completed document. */
  readonly onward?: NextDocument
  /** Keys of the columns in the form's own list, in addition to the common ones. */
  readonly columns: readonly string[]
  /** The subject of documents: shown with the title in every list, and searchable. */
  readonly subject?: readonly SubjectPart[]
  /** Uniqueness constraints across documents. */
  readonly unique?: readonly Unique[]
  /** Figures read from other systems. */
  readonly figures?: readonly Figures[]
  /** Postings to other systems. */
  readonly posts?: readonly Posts[]
  /** Roles that make the payment: like initiator and applicant, they may print full account numbers. */
  readonly paidBy?: readonly string[]
  /** Print options; `false`: no print. */
  readonly print?: PrintOptions | false
  /** Permission to void documents of the form. @default the general one */
  readonly voidPermission?: Permission
  /** Permissions in addition to `form:{key}:add|view|export`. */
  readonly permissions: readonly Permission[]
}

type FormInput =
  & Omit<Form, 'detailPath' | 'terminals' | 'abortAfterCompletion' | 'sections' | 'rules' | 'columns' | 'permissions'>
  & Partial<Pick<Form, 'detailPath' | 'terminals' | 'abortAfterCompletion' | 'sections' | 'rules' | 'columns' | 'permissions'>>

/** Declares a form and sets defaults. */
export function defineForm<const F extends FormInput>(form: F): F & Form {
  return Object.freeze({
    detailPath: `${form.path}-detail`,
    terminals: ['web', 'mini'],
    abortAfterCompletion: false,
    sections: [],
    rules: [],
    columns: [],
    permissions: [],
    ...form,
  }) as F & Form
}

/** The short name of a form, for tables, tabs and tiles. */
export const shortName = ({ short, cn, en }: Pick<Form, 'short'> & Label): Label => short ?? { cn, en }

/** Title of the list of a form's documents. */
export const listName = ({ cn, en }: Label): Label => ({ cn: `${cn}列表`, en: pluralOf(en) })

/** Path of the list of a form's documents. */
export const listPath = ({ path }: Pick<Form, 'path'>): string => `${path}-list`

/** The permissions that every form has. */
export const formPermissions = (key: string) => ({
  add: `form:${key}:add`,
  view: `form:${key}:view`,
  export: `form:${key}:export`,
})

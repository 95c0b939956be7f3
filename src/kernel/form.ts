import type { Fields, Feel } from './fields.ts'
import type { CalledWith } from './fields/links.ts'
import type { Flow } from './flow.ts'
import { pluralOf } from './wording/in-sentence.ts'
import type { Label } from './wording/label.ts'
import type { Permission } from './permissions.ts'
import type { Rule } from './rules.ts'

/** The effect of a document on the budget: which amount of which rows on which key. */
export interface BudgetEffect {
  /** `spending` occupies at submission and spends at completion; `application` stays occupied for its claim. */
  readonly class: 'spending' | 'application'
  /** Table field, or several, whose rows carry the amounts; without it, the header carries one amount. */
  readonly rows?: string | readonly string[]
  /** Field of each part of the key, of the row where it has such a column, else of the header. */
  readonly department: string
  readonly category: string
  /** Code of the expense category that the server puts into the category field of the header; without it, people choose. */
  readonly categoryCode?: string
  /** Header field with the budget month, yyyy-MM-dd of its first day. */
  readonly month: string
  /** FEEL of the amount in RMB, in the row's context. */
  readonly amount: Feel
  /**
   * Of an application: FEEL of the first day on which what nobody has claimed by then is released; `completedOn` is the day of its
   * completion.
   */
  readonly releaseOn?: Feel
  /** Of an application: switch of the header that says that nothing more will be claimed; what is left is released with it. */
  readonly settled?: string
  /** Row field whose value "1" takes the row out of the budget. */
  readonly offBudget?: string
}

/** A budget that is only shown. */
export interface ShownBudget extends Pick<BudgetEffect, 'department' | 'category' | 'month' | 'amount'> {
  /** Switch of the header with which somebody asks for it; without it, it is always shown. */
  readonly switch?: string
}

/** The tables whose rows bear amounts; none where the header does. */
export const budgetTables = (
  { rows }: Pick<BudgetEffect, 'rows'>,
): readonly string[] => (rows === undefined ? [] : typeof rows === 'string' ? [rows] : rows)

export interface Section extends Label {
  readonly id: string
}

/** Print options of a form; without them all of its fields are printed. */
export interface PrintOptions {
  /** Sections and fields that a print leaves out, by id and key. */
  readonly omit?: readonly string[]
  /** Receipts are pasted on a cover sheet: paths of the invoice numbers, which are counted on it. */
  readonly cover?: readonly string[]
  readonly labels?: PrintedLabels
  /** Fields with photos that are printed as pictures. */
  readonly photos?: readonly string[]
  /** The people who sign on paper, in order; for a paid document, those who sign the voucher. */
  readonly signedBy?: readonly Label[]
}

/** Labels for things that the rows of a table name, each with a code to scan. */
export interface PrintedLabels {
  readonly rows: string
  /** Columns: what is coded, what the thing is called, and what stands below. A row without a number has no label. */
  readonly number: string
  readonly name: string
  readonly more?: readonly string[]
}

/** Fields that may still be written into a completed document; they wait for it (`atNode`) as they would for a node. */
export interface FollowUp extends Label {
  readonly id: string
  /** Role whose holders do it; without one, whoever filed or applied for the document. */
  readonly role?: string
  /** Offered while true; without it, as soon as the document is completed. */
  readonly when?: Feel
}

/** A form that a completed document leads to: its documents claim it and are filed by its starter; named as on the button. */
export interface NextDocument extends Label {
  /** Business type, and the link of it that names this document. */
  readonly form: string
  readonly link: string
  /** Shown where a live document claims it already. */
  readonly taken: Label
}

/** Values that no two documents share. Where one of the fields is empty nothing is compared. */
export interface Unique {
  /** The documents that are compared: those in approval, those in approval or completed, or those that are completed. */
  readonly among: 'inApproval' | 'live' | 'completed'
  /** Fields that may not all be alike; with `rows`, columns of the row first. Texts are alike without case and outer blanks. */
  readonly by: readonly string[]
  /** Table whose rows are compared, with each other too. */
  readonly rows?: string
  /** First and last day: alike only where the days overlap; an empty one is open. */
  readonly span?: readonly [from: string, to: string]
  /** Forms that share it name it alike; without it, documents of the form alone are compared. */
  readonly across?: string
  /** The message; `{businessNo}` is the other document's number. */
  readonly message?: Label
}

/**
 * A part of what documents of a type are about: the path of a text or a day (of a table's column the first value is
 * shown, with how many there are), or the way or span that leads from one field to another of the same kind.
 */
export type SubjectPart = string | { readonly from: string; readonly to: string }

/**
 * Figures of another system: asked for before the action's transaction, and kept as they were read. Where it does not
 * answer, what was read before stays.
 */
export interface Figures {
  /** Name of the call, declared by the plugin that brings it. */
  readonly call: string
  readonly with: CalledWith
  /** Table of which each row is asked for; without it, the form as a whole. */
  readonly rows?: string
  /** Attributes of the answer by the fields (columns of `rows`) that take them; system fields all. */
  readonly into: Readonly<Record<string, string>>
  /** System date and time that says when they were read. */
  readonly readAt?: string
  /** `edit` while it is filled in, `submit` when it is filed, and nodes when they are passed. */
  readonly at: readonly string[]
}

/**
 * A posting to another system after a decision: written down in the action's transaction, sent after it, each line
 * once for its key, and asked again with the same key where no answer arrived.
 */
export interface Posts extends Label {
  readonly id: string
  /** `completion`, or the node whose pass sends it. */
  readonly at: string
  /** Name of the call, declared by the plugin that brings it. */
  readonly call: string
  readonly when?: Feel
  /** Table of which each row is a line that is sent by itself; without it, the document is sent as one. */
  readonly rows?: string
  /** Values to send, by name; FEEL in the row's context. */
  readonly body: Readonly<Record<string, Feel>>
  /** The line's amount in RMB; FEEL in the same context. */
  readonly amount?: Feel
  /** System text that takes the number under which it was posted: a column of `rows`, or a field of the header. */
  readonly into?: string
  /**
   * Call by which a line that was posted is reversed when the document is voided or revoked; without one, it has to be reversed there
   * first.
   */
  readonly reversal?: string
  /** Role whose members are notified of a refusal, beside the initiator. */
  readonly role?: string
}

/** A business type that is filed for approval, as data. */
export interface Form extends Label {
  readonly key: string
  /** Short name for tables, tabs and tiles; the name where it is absent. */
  readonly short?: Label
  /** Add and edit path; the detail path is `{path}-detail` unless given. */
  readonly path: string
  readonly detailPath: string
  /** Prefix of the document number. */
  readonly prefix: string
  readonly group: string
  readonly icon: string
  readonly terminals: readonly ('web' | 'mini')[]
  /** True where a completed document may still be revoked or edited. */
  readonly abortAfterCompletion: boolean
  readonly sections: readonly Section[]
  readonly fields: Fields
  readonly rules: readonly Rule[]
  readonly flow: Flow
  readonly budget?: BudgetEffect
  /** The budget that what follows from it will draw on: shown while it is filled in and decided, and posted by nothing. */
  readonly budgetShown?: ShownBudget
  /** Field with the document's amount in RMB, for lists and conditions. */
  readonly amount?: string
  /**
   * Field with what was approved of the amount, in the document's currency: the headline of a completed document. In RMB
   * it is what the budget is charged, row by row (`budget.amount`).
   */
  readonly approved?: string
  /** Field with what documents that link to it may claim of it; without it, the amount. */
  readonly claimable?: string
  /** Field that shows what is left to be claimed, found out whenever the document is read. */
  readonly unclaimed?: string
  /** Field that shows what live documents claim of it, likewise. */
  readonly claimed?: string
  /** Actions on the completed document; the page opens the first that is offered. */
  readonly followUps?: readonly FollowUp[]
  /** Forms that claim it, offered on its page. */
  readonly onward?: NextDocument
  /** Fields shown as columns of the type's own list, beside the common ones. */
  readonly columns: readonly string[]
  /** The subject of its documents: shown beside the title in every list, and searched. */
  readonly subject?: readonly SubjectPart[]
  /** Values that no two of its documents share. */
  readonly unique?: readonly Unique[]
  /** Figures that are read from other systems. */
  readonly figures?: readonly Figures[]
  /** Postings to other systems. */
  readonly posts?: readonly Posts[]
  /** Roles that pay what is asked for: they print account numbers in full, as whoever filed or applied for it may. */
  readonly paidBy?: readonly string[]
  /** The content of a print; `false` where there is none. */
  readonly print?: PrintOptions | false
  /** Roles that may void documents of the type; holders of the general right where it is absent. */
  readonly voidPermission?: Permission
  /** Beyond `form:{key}:add|view|export`. */
  readonly permissions: readonly Permission[]
}

type FormInput =
  & Omit<Form, 'detailPath' | 'terminals' | 'abortAfterCompletion' | 'sections' | 'rules' | 'columns' | 'permissions'>
  & Partial<Pick<Form, 'detailPath' | 'terminals' | 'abortAfterCompletion' | 'sections' | 'rules' | 'columns' | 'permissions'>>

/** Declares a form, with defaults for what it leaves out. */
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

/** The name of a form in tables, tabs and tiles. */
export const shortName = ({ short, cn, en }: Pick<Form, 'short'> & Label): Label => short ?? { cn, en }

/** The name of the list of a type's documents. */
export const listName = ({ cn, en }: Label): Label => ({ cn: `${cn}列表`, en: pluralOf(en) })

/** Address of the list of a type's documents. */
export const listPath = ({ path }: Pick<Form, 'path'>): string => `${path}-list`

/** The permissions that every form has. */
export const formPermissions = (key: string) => ({
  add: `form:${key}:add`,
  view: `form:${key}:view`,
  export: `form:${key}:export`,
})

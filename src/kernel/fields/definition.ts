import type { Feel } from '../feel/source.ts'
import type { CalledOptions, LinkConsumption, RowFetch, Proposal, Suggestions, RowTaking, VisibleTo } from './links.ts'
import type { Label } from '../wording/label.ts'

/**
 * The closed list of field kinds. Each has a meaning here and a renderer in `src/fields/<kind>/`. Records of any module are chosen with
 * `reference`.
 */
export const fieldKinds = [
  'text',
  'textarea',
  'number',
  'integer',
  'money',
  'percent',
  'date',
  'datetime',
  'time',
  'daterange',
  'select',
  'multiselect',
  'radio',
  'checkbox',
  'switch',
  'cascader',
  'person',
  'people',
  'department',
  'reference',
  'currency',
  'process',
  'documentLink',
  'attachment',
  'richtext',
  'rate',
  'calculated',
  'title',
  'plaintext',
  'table',
] as const

export type FieldKind = (typeof fieldKinds)[number]

export interface Option extends Label {
  readonly value: string
}

/**
 * One typed property, as plain data.
 *
 * Attributes that a kind does not read are refused by `problems()`.
 */
export interface FieldDefinition extends Label {
  readonly kind: FieldKind
  /** `true`: always; an expression: required, and visible, while it is true. */
  readonly required?: true | Feel
  /** Nodes at which an approver has to fill it in, always or while a condition holds; it must be open there. The start is `required`'s. */
  readonly requiredAt?: Readonly<Record<string, true | Feel>>
  /** Keeps a conditionally required field visible while its condition is false. */
  readonly shown?: true
  /** Visible while true; without it, a field with a condition in `required` follows that condition. */
  readonly visible?: Feel
  /** Its role in the product. */
  readonly as?: FieldRole
  /** It is never typed. */
  readonly readOnly?: true
  /** While this is true it is not typed: a module of the server keeps it. */
  readonly locked?: Feel
  /** Belongs to one document alone, such as the number of an invoice: a document that is filled in from it starts without it. */
  readonly unrepeated?: true
  /** Set by the server, never accepted from a client. */
  readonly system?: true
  /** Filled in by server or browser when nothing was entered; `currentUser` is the person who files. */
  readonly default?: Feel
  /**
   * A derived field's expression, evaluated in browser and server alike and never accepted from a client. A calculated
   * field without one is a system field: the server finds it out.
   * In a table, `header` is the form around the row.
   */
  readonly value?: Feel
  /** The kind as which a calculated value is shown and compared. */
  readonly result?: 'money' | 'number' | 'integer' | 'text' | 'boolean' | 'date'
  /** A change asks for the approvers again (after 500 ms). */
  readonly trend?: true
  /** Fields that do not outlast a change of this one: whoever changes it is asked before they are emptied. */
  readonly clears?: readonly string[]
  /** Node ids at which the field stays editable during approval. */
  readonly editAt?: readonly string[]
  /** Hidden before this node (or the first of these that is reached); required when it passes. */
  readonly atNode?: string | readonly string[]
  readonly min?: number
  readonly max?: number
  /** Decimal places of a number; money has 2. */
  readonly precision?: number
  /** An amount for each piece: adding it up says nothing, so that no total stands below its column. */
  readonly each?: true
  /** An amount in RMB whatever the currency of its form or record. */
  readonly rmb?: true
  /** A whole number that names something and counts nothing, a year: read without thousands separators. */
  readonly isName?: true
  /** A percentage of the amount in the field of this key: below the last of several, forms say what each comes to and what is left. */
  readonly shareOf?: string
  /** A text of another system that may say itself in both languages (`中文/English`): each reader sees a half. */
  readonly bilingual?: true
  /** A day that stands for its month: the first of it is kept, the month is chosen and shown. */
  readonly months?: true
  readonly pattern?: string
  readonly placeholder?: Label
  readonly hint?: Label
  /** The reason for the value that it begins with: said in place of the hint while it holds. */
  readonly because?: Because
  /** Dictionary key of a choice. */
  readonly dict?: string
  readonly options?: readonly Option[]
  /**
   * Several records are chosen: of the organisation (`department`), or those that a resource `offers` under this name; without it, a
   * `multiselect` chooses among options.
   */
  readonly of?: string
  /** The name under which a resource `offers` the records that a reference chooses from. */
  readonly to?: string
  /** Approvers see a returned document again when this changes. Amounts, currencies and departments always count so. */
  readonly decisive?: true
  /** Choosing a record only fills in the fields beside it, which hold what counts (a saved account): it is not printed. */
  readonly fillsIn?: true
  /** Attributes of a record that tell it apart in the list to choose from, beside its code and name. */
  readonly shows?: Readonly<Record<string, Label>>
  /** Of a choice: the option that stands for each kind of voucher (`rail`), so that one that is read fills it in. */
  readonly voucherKinds?: Readonly<Record<string, string>>
  /** The dictionary only proposes: other text is accepted too. */
  readonly freeText?: true
  /** Further fields that a proposal fills in. */
  readonly suggests?: Suggestions
  /** Another system's choices, asked by a call; what was chosen is compared with them when it is filed. */
  readonly optionsBy?: CalledOptions
  /** Document link fields whose chosen documents are the options. */
  readonly optionsFrom?: readonly string[]
  /** A FEEL condition on the candidate (`option`) that a reference offers, e.g. `option.hasBudgetDept = true`. */
  readonly filter?: Feel
  /** Business types that a document link accepts; empty: any. */
  readonly links?: readonly string[]
  /** States of a linked document; default: completed. */
  readonly linkStates?: readonly ('inApproval' | 'completed')[]
  /** A document link accepts only what the person who links it has filed or applied for. */
  readonly own?: true
  /** True where a document link binds its target (blocks its revoke and edit). */
  readonly binds?: boolean
  /**
   * Consumption of a linked document: by one live document only, or by several until nothing is left of it. Checked at filing and at nodes,
   * with the document locked.
   */
  readonly claim?: 'once' | 'remaining'
  /** The part of each linked document that is claimed. */
  readonly claims?: LinkConsumption
  /** Fields or rows that choosing a document fills in, where nothing was entered. */
  readonly proposes?: Proposal
  /** Attachment: accepted extensions, and the limit of one file in bytes. */
  readonly extensions?: readonly string[]
  readonly maxBytes?: number
  /** Readers who are shown it; others find it nowhere. Every reader of the document where it is absent. */
  readonly visibleTo?: VisibleTo
  /** A text of which paper that is passed on shows the last four characters only: an account number. */
  readonly masked?: true
  readonly columns?: Fields
  /** Of a table: the column with the person whose a row is, for nodes at which everybody fills in their own. */
  readonly owner?: string
  /** Of a table: rows that come over from those of linked documents. */
  readonly takes?: RowTaking
  /** Of a table: rows that another system has, fetched at the press of a button. */
  readonly fetches?: RowFetch
  /** Of a table: columns that a grid without room for all shows as one, each group in a cell of its own. */
  readonly columnGroups?: readonly ColumnGroup[]
  /** Section of the screen that holds the field, by id (see `Form.sections`). */
  readonly section?: string
  /** Width in the four-column grid. */
  readonly span?: 1 | 2 | 3 | 4
}

/** A sentence that holds at times. */
export interface Because extends Label {
  readonly when: Feel
  /** Values of the blanks in its sentences (`{department}`), each an expression in the scope of `when`. */
  readonly blanks?: Readonly<Record<string, Feel>>
}

/** Columns that belong together: the invoice of an expense. */
export interface ColumnGroup extends Label {
  readonly columns: readonly string[]
  /** The column that stands for them in a cell. */
  readonly shows: string
  /** A choice that is shown beside it. */
  readonly tag?: string
}

export type Fields = Readonly<Record<string, FieldDefinition>>

/** The role of a field for the product, independent of its key. */
export type FieldRole = HostRole | ModuleRole | MarkRole

/**
 * The roles by which the framework acts.
 *
 * `bearingDepartment`: bears the cost (of the document, or of a row): its heads decide, its bookkeepers read, pickers
 * narrow to it. `exchangeRate`: the rate to RMB at which header amounts are also there as `{amount}Rmb`. `explanations`: those of
 * approvers are added to it. `approvedAmount`: an approver's figure of a row, beside the one that its `default` names. `netPayable`: what
 * is paid in the end. `payee`, `payeeName`: an account or a person that is paid, and the name on an account: who is paid decides nothing.
 * `amountCapitals`: the amount in words, which a print has in its head.
 */
export type HostRole = 'bearingDepartment' | 'exchangeRate' | 'explanations' | 'approvedAmount' | 'netPayable' | 'amountCapitals' | 'payee'
  | 'payeeName'

/** The roles that modules declare (`fieldRoles`) and act by. */
export type ModuleRole = keyof FieldRoles

/**
 * Names of the roles that modules declare. A module adds its own:
 * `declare module '#kernel/fields/definition.ts' { interface FieldRoles { odometer: true } }`.
 */
export interface FieldRoles {}

/** The roles of switches that mark their document: the names of the marks that modules declare. */
export type MarkRole = keyof DocumentMarks

/**
 * Names of the marks of documents. A module adds its own:
 * `declare module '#kernel/fields/definition.ts' { interface DocumentMarks { overdrawn: true } }`.
 */
export interface DocumentMarks {}

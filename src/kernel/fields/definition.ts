import type { CalledOptions, Feel, LinkConsumption, Proposal, RowFetch, RowTaking, Suggestions, VisibleTo } from './links.ts'
import type { Label } from '../wording/label.ts'

/**
 * The field kinds of the framework. Each has a definition in `src/kernel/kinds` and a renderer in `src/fields/registry.ts`. Records of
 * modules are chosen with `reference`; modules add further kinds (`ModuleKinds`).
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

/** A field kind of the framework. */
export type HostKind = (typeof fieldKinds)[number]

/**
 * The field kinds of modules, with the type of their values. A module adds its own by declaration merging:
 * `declare module '#kernel/fields/definition.ts' { interface ModuleKinds { email: string } }`.
 */
export interface ModuleKinds {}

export type FieldKind = HostKind | keyof ModuleKinds

export interface Option extends Label {
  readonly value: string
}

/**
 * The definition of a field, as plain data.
 *
 * `problems()` reports attributes that the kind does not read.
 */
export interface FieldDefinition extends Label {
  /** Kind of the value; set by the builder. */
  readonly kind: FieldKind
  /** `true`: always required; an expression: required, and visible, while it is true. */
  readonly required?: true | Feel
  /** Nodes that require it, always or under a condition; it has to be editable there. For the start, use `required`. */
  readonly requiredAt?: Readonly<Record<string, true | Feel>>
  /** Keeps a conditionally required field visible while its condition is false. */
  readonly shown?: true
  /** Visible while true. @default the condition in `required`, if there is one */
  readonly visible?: Feel
  /** Role of the field in the product, see `FieldRole`. */
  readonly as?: FieldRole
  /** Never editable by users. */
  readonly readOnly?: true
  /** Read-only while true: a server module sets the value. */
  readonly locked?: Feel
  /** Specific to one document, e.g. an invoice number: not copied when a document is filled in from another one. */
  readonly unrepeated?: true
  /** Set by the server, never accepted from a client. */
  readonly system?: true
  /** Expression for the initial value, used when nothing was entered; `currentUser` is the person who files. */
  readonly default?: Feel
  /**
   * Expression of a derived field, evaluated in browser and server and never accepted from a client. A calculated field without one is a
   * system field, which the server computes. In a table, `header` is the form.
   */
  readonly value?: Feel
  /** Type as which a calculated value is displayed and compared. */
  readonly result?: 'money' | 'number' | 'integer' | 'text' | 'boolean' | 'date'
  /** A change reloads the expected approvers, debounced by 500 ms. */
  readonly trend?: true
  /** Fields that are cleared when this one changes, after a confirmation. */
  readonly clears?: readonly string[]
  /** Node ids at which the field stays editable during approval. */
  readonly editAt?: readonly string[]
  /** Hidden before this node (or the first of these that is reached); required when that node passes. */
  readonly atNode?: string | readonly string[]
  /** Least value of a number, characters of a text, or number of rows, people, files or documents. */
  readonly min?: number
  /** Greatest value or number, counted as `min`. */
  readonly max?: number
  /** Earliest day or moment of a date; a day and a moment are compared by their days. */
  readonly earliest?: Feel
  /** Latest day or moment of a date, compared as `earliest`. */
  readonly latest?: Feel
  /** A number is a multiple of it; the arrow keys go on by it. */
  readonly step?: number
  /** Decimal places of a number; 2 for money. */
  readonly precision?: number
  /** A unit price: its column has no total. */
  readonly each?: true
  /** An amount in RMB, regardless of the currency of its form or record. */
  readonly rmb?: true
  /** A number that is an identifier, such as a year: displayed without thousands separators. */
  readonly isName?: true
  /** Unit of a number, shown behind it: km, 台. */
  readonly unit?: Label
  /** Of a column: its figure below the rows of a table. @default the sum of amounts that are no price per piece */
  readonly summary?: Summary
  /** A number that stands for no end, and is shown as ∞. */
  readonly infinity?: number
  /** Key of the amount of which this is a percentage. Below the last of such fields, forms show each share's amount and the rest. */
  readonly shareOf?: string
  /** A text from another system that may hold both languages (`中文/English`): each reader sees their half. */
  readonly bilingual?: true
  /** A date that denotes a month: stored as its first day, entered and displayed as a month. */
  readonly months?: true
  /** A moment that is entered and displayed with its seconds. */
  readonly seconds?: true
  /** A date that is shown in red once it has passed. */
  readonly isLateAfter?: true
  /** Regular expression that the whole text has to match, without flags. */
  readonly pattern?: string
  /** Message for a text that does not match the pattern. @default the format in words, or the placeholder as an example */
  readonly patternMessage?: Label
  /** Example shown in the empty input. */
  readonly placeholder?: Label
  /** Help below the input. */
  readonly hint?: Label
  /** Explains the default value; replaces the hint while its condition holds. */
  readonly because?: Because
  /** Key of the dictionary with the choices. */
  readonly dict?: string
  /** Values of the dictionary that are not offered and not accepted. */
  readonly excludes?: readonly string[]
  /** Choices, where they are not in a dictionary. */
  readonly options?: readonly Option[]
  /**
   * Kind of the records of a multiselect: `department`, or the name under which a resource `offers` them. Without it, the choices are
   * options.
   */
  readonly of?: string
  /** Name under which a resource `offers` the records of a reference. */
  readonly to?: string
  /** A change makes approvers decide a returned document again. Implied for amounts, currencies and departments. */
  readonly decisive?: true
  /** The chosen record only fills in other fields, which hold the data (e.g. a saved account); this field is not printed. */
  readonly fillsIn?: true
  /** Attributes shown with each record in the picker, in addition to code and name. */
  readonly shows?: Readonly<Record<string, Label>>
  /** Option for each kind of voucher (e.g. `rail`), chosen when a voucher of that kind is recognised. */
  readonly voucherKinds?: Readonly<Record<string, string>>
  /** The choices are only suggestions: other text is accepted. Of several choices, these are at most 10 tags of 20 characters. */
  readonly freeText?: true
  /** Suggestions from a call, which may fill in further fields. */
  readonly suggests?: Suggestions
  /** Choices from a call of another system; the chosen one is checked against them on filing. */
  readonly optionsBy?: CalledOptions
  /** Keys of document links whose documents are the options. */
  readonly optionsFrom?: readonly string[]
  /** Condition on the records that a reference offers (`option`), e.g. `option.hasBudgetDept = true`. */
  readonly filter?: Feel
  /** Keys of the forms whose documents may be linked; empty: any. */
  readonly links?: readonly string[]
  /** States that a linked document may have. @default ['completed'] */
  readonly linkStates?: readonly ('inApproval' | 'completed')[]
  /** Only documents that the user filed or applied for may be linked. */
  readonly own?: true
  /** A bound document can be neither revoked nor edited while this document is live. */
  readonly binds?: boolean
  /**
   * Consumption of linked documents: `once`, by a single live document; `remaining`, by several up to the remaining balance. Checked on
   * filing and at nodes, with the linked document locked.
   */
  readonly claim?: 'once' | 'remaining'
  /** The amount of each linked document that is consumed. */
  readonly claims?: LinkConsumption
  /** Fields or rows that are filled in, if empty, when a document is chosen. */
  readonly proposes?: Proposal
  /** Accepted extensions of attached files, lower case without the dot. */
  readonly extensions?: readonly string[]
  /** Limit of one attached file, bytes. */
  readonly maxBytes?: number
  /** Readers to whom the field is visible. @default every reader of the document */
  readonly visibleTo?: VisibleTo
  /** Only the last four characters are shown on prints that leave the company, e.g. of an account number. */
  readonly masked?: true
  /** Of a record's text: kept sealed in the database where there is a key (`SEALING_KEYS`), so that nothing finds or orders by it. */
  readonly sealed?: true
  /** In lists, neither a filter nor an order. */
  readonly unsearched?: true
  /** Left out of exported lists. */
  readonly unexported?: true
  /** Columns of a table, by key. */
  readonly columns?: Fields
  /** Table: key of the column with the owner of a row, for nodes with `rows: 'own'`; by node if it differs. */
  readonly owner?: string | Readonly<Record<string, string>>
  /** Table: takes over rows of linked documents. */
  readonly takes?: RowTaking
  /** Table: fetches rows from another system when a button is pressed. */
  readonly fetches?: RowFetch
  /** Of a table: the switch of rows that count no more; where it is on, the row is shown struck out. */
  readonly struckBy?: string
  /** Table: columns in which no two rows of a document have the same value; case and surrounding white space are ignored. */
  readonly uniqueColumns?: readonly string[]
  /** Table: columns that are merged into one cell each when the grid is too narrow. */
  readonly columnGroups?: readonly ColumnGroup[]
  /** Id of the section that holds the field, see `Form.sections`. */
  readonly section?: string
  /**
   * Components of a module that replace those of the kind, by name in its `fieldComponents`. The value stays one of the kind.
   * @example components: { input: 'platePicker', cell: 'platePicker' }
   */
  readonly components?: { readonly input?: string; readonly cell?: string }
  /** Width in columns of the four-column grid. */
  readonly span?: 1 | 2 | 3 | 4
}

/** The figure of a column below the rows of a table; `count`: rows with a value. */
export type Summary = 'sum' | 'average' | 'count' | 'none'

/** A sentence that is shown while a condition holds. */
export interface Because extends Label {
  /** FEEL condition under which the sentence is shown. */
  readonly when: Feel
  /** Expressions of its placeholders (`{department}`), in the scope of `when`. */
  readonly blanks?: Readonly<Record<string, Feel>>
}

/** Columns that belong together, e.g. those of the invoice of an expense. */
export interface ColumnGroup extends Label {
  /** Columns of the group, in order. */
  readonly columns: readonly string[]
  /** Key of the column that is displayed in the merged cell. */
  readonly shows: string
  /** Key of a choice that is displayed as a tag next to it. */
  readonly tag?: string
}

export type Fields = Readonly<Record<string, FieldDefinition>>

/** The role of a field for the product, independent of its key. */
export type FieldRole = HostRole | ModuleRole | MarkRole

/**
 * The field roles that the framework acts on.
 *
 * - `bearingDepartment`: bears the cost of the document or row; its heads approve, its bookkeepers may read, and it narrows pickers.
 * - `exchangeRate`: the rate to RMB by which each header amount `x` is also available as `xRmb`.
 * - `explanations`: the table to which approvers' explanations are added.
 * - `approvedAmount`: an approver's amount for a row, shown with the one that its `default` names.
 * - `netPayable`: the amount that is finally paid.
 * - `payee`, `payeeName`: an account or person to be paid, and the account's name. A change of payee always counts for approvers.
 * - `amountCapitals`: the amount in Chinese capital numerals, shown in the head of prints.
 */
export type HostRole = 'bearingDepartment' | 'exchangeRate' | 'explanations' | 'approvedAmount' | 'netPayable' | 'amountCapitals' | 'payee'
  | 'payeeName'

/** The field roles that modules declare (`fieldRoles`) and act on. */
export type ModuleRole = keyof FieldRoles

/**
 * The names of modules' field roles. A module adds its own by declaration merging:
 * `declare module '#kernel/fields/definition.ts' { interface FieldRoles { odometer: true } }`.
 */
export interface FieldRoles {}

/** The roles of switches that set a document mark: the names of the marks that modules declare. */
export type MarkRole = keyof DocumentMarks

/**
 * The names of document marks. A module adds its own by declaration merging:
 * `declare module '#kernel/fields/definition.ts' { interface DocumentMarks { overdrawn: true } }`.
 */
export interface DocumentMarks {}

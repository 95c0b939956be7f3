import type { ZodType } from 'zod'
import type { Parameters } from '../errors.ts'
import type { FormFacts } from '../facts.ts'
import type { FieldDefinition } from '../fields.ts'
import type { FeelValue } from '../feel/values.ts'
import type { Locale } from '../wording/label.ts'

/** A validation fault of a value. */
export interface Fault {
  /** Locale key; the field's label is added to the parameters. */
  readonly code: string
  readonly parameters?: Parameters
  /** Path below the field: an index, or an index and a column. */
  readonly path?: readonly (string | number)[]
  /** A limit such as `min`, which drafts may violate. */
  readonly limit?: true
}

/** A typed spreadsheet cell; the UTC fields of a date are its local time. */
export interface ExcelCell {
  readonly value: string | number | boolean | Date | null
  /** Number format, e.g. `#,##0.00`. */
  readonly format?: string
}

/** Locale key of the message for a missing value; null for kinds that are never missing. */
export type PromptKey = 'field.enter' | 'field.select' | 'field.upload' | 'field.addRow' | null

/** The definition of a field kind: its functions on values, and its traits. */
export interface KindDefinition extends KindTraits, KindMeaning {}

/** The functions of a kind on values, in the one representation that wire, database and form share; null is no value. */
export interface KindMeaning {
  /** Attributes that the kind reads in addition to the common ones. */
  readonly attributes: readonly (keyof FieldDefinition)[]
  readonly ask: PromptKey
  /** Locale key for a value of the wrong shape. @default field.type */
  readonly shapeCode?: string
  /** The schema of the JSON shape of a non-null value. */
  shape(field: FieldDefinition): ZodType
  /** Validates a value of the right shape. */
  faults(value: unknown, field: FieldDefinition): readonly Fault[]
  /** Validates against dictionaries and records; called only for values without other faults. */
  factFaults?(value: unknown, field: FieldDefinition, facts: Pick<FormFacts, 'reference' | 'dict'>): readonly Fault[]
  empty(value: unknown): boolean
  /** Converts to FEEL. No value, or one of the wrong shape, becomes null, an empty list or false, depending on the kind. */
  toFeel(value: unknown, field: FieldDefinition, facts: Pick<FormFacts, 'reference'>): FeelValue
  /** Converts the result of an expression; null when it is of another type. */
  fromFeel(value: FeelValue, field: FieldDefinition): unknown
  /** Column type in PostgreSQL; null when the kind holds no value. */
  sqlType(field: FieldDefinition): string | null
  /** Search text, in both languages. */
  searchText(value: unknown, field: FieldDefinition, facts: Pick<FormFacts, 'reference' | 'dict'>): string
  excelCell(value: unknown, field: FieldDefinition, view: DisplayContext): ExcelCell
}

/** Returns whether a value is nullish; an empty text is not. */
export const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined

export const nothingCell: ExcelCell = { value: null }

/** The reader of a displayed value. */
export interface DisplayContext {
  readonly locale: Locale
  readonly facts: Pick<FormFacts, 'reference' | 'dict'>
}

/**
 * Representation of a value on the wire. `text`, `choice` (an option), `code` (a currency), `id` (a record), `decimal`, `date`, `datetime`
 * and `time` are strings; `integer` a number; `boolean` a boolean; `days` first and last day; `choices` and `ids` lists of strings; `rows`
 * a list of objects; `result` depends on `result` of a calculated field; `nothing` means no value.
 */
export type Holds = 'text' | 'choice' | 'code' | 'id' | 'decimal' | 'integer' | 'boolean' | 'date' | 'datetime' | 'time' | 'days'
  | 'choices' | 'ids' | 'rows' | 'result' | 'nothing'

/**
 * Column type in a form's list, for storing, filtering and sorting: text, number, date or time; `list` for several values, which cannot be
 * sorted.
 */
export type ColumnType = 'text' | 'number' | 'moment' | 'list'

/** Types of list filters. `range` has the value [from, to], either null; `oneOf` a list of values. */
export type FilterKind = 'equals' | 'contains' | 'range' | 'oneOf'

/** Print settings of a kind. */
interface PrintTraits {
  /** Width of a printed column in points. @default 60 */
  readonly width?: number | ((field: FieldDefinition) => number)
  /** Printed on a line of its own: always, or only in generated Word templates. @default two fields share a line */
  readonly ownLine?: 'always' | 'inTemplates'
  /** A column that identifies rows (a person, a date) is kept when a printed table is too wide. */
  readonly identifies?: true
  /** The printed text. @default the text of the spreadsheet cell. Not called for an empty value. */
  text?(value: unknown, field: FieldDefinition, view: DisplayContext): string
}

/** Traits that lists, forms, prints, imports and checks use instead of the kind's name. Absent: false, or the default. */
export interface KindTraits {
  readonly holds: Holds

  // entering
  /** Prose or files: a change affects neither the approvers nor the budget, unless the field declares `trend`. */
  readonly isProse?: true
  /** The input emits unparsable text too, so that the form's checks report it. */
  readonly isTyped?: true
  /** The input has several controls, or none that a `<label>` can point to. */
  readonly isControlGroup?: true
  /** Width in the form grid: `long` fills the rest of its row (at least two columns), `roomy` widens to fill a gap. */
  readonly room?: 'long' | 'roomy'
  /** A read-only value is displayed without a box. */
  readonly isShort?: true

  // reading
  /** Free text: included in keyword search, truncated with an ellipsis. */
  readonly isWritten?: true
  /** A part of the value is meaningful, so that it can be masked (`****1234`). */
  readonly isMaskable?: true
  /** HTML, sanitised where it is stored. */
  readonly isHtml?: true
  /** Numeric, aligned right. */
  readonly isFigure?: true
  /** A percentage: a spreadsheet cell displayed as 6 % is imported as 6. */
  readonly isShare?: true
  /** Width of a column of a table in a form, in pixels. @default 108 */
  readonly width?: number | ((field: FieldDefinition) => number)
  /** Too tall for a table row: shown in the expanded row when the table is too narrow. */
  readonly isHigh?: true
  /** Not understandable without its label, which is repeated where values are listed on one line. */
  readonly needsLabel?: true
  /** Hidden on a document's page while it is empty. */
  readonly isQuietWhenEmpty?: true
  /** Can title a row on small screens. Preference: words, then choices; a person, unless the row is a trip between places. */
  readonly namesRow?: 'words' | 'choice' | 'person'

  // lists
  /** Column type in the list of a form; null: not available in lists. @default derived from `holds` */
  readonly column?: ColumnType | null
  /** Filter type in lists; null: not filterable. @default derived from `holds` */
  readonly filter?: FilterKind | null
  /** Lists of records cannot be sorted by it. */
  readonly isUnsorted?: true

  // documents
  /** Format of the value in the subject of a document; absent: it cannot be part of one. */
  readonly subject?: 'text' | 'day' | 'days' | 'place'
  /** May be part of a `unique` constraint: its value is a single word or number. */
  readonly isComparable?: true
  /** Cannot be confidential, because its values are reachable outside the document. */
  readonly isNeverConfidential?: true
  /** A change makes approvers decide a returned document again. */
  readonly isDecisive?: true
  /** Specific to the dates of one document: not copied to another. */
  readonly isMomentary?: true

  // expressions
  /** Expressions can read attributes of the value (`person.level`, `date.year`). */
  readonly hasAttributes?: true
  /** In expressions, no value is an empty list or false, never null. */
  readonly isNeverAbsent?: true

  // prints and workbooks
  readonly print?: PrintTraits
  /** False: cannot be imported from a workbook cell. @default true */
  readonly isImportable?: false
  /** Parses the text of a cell; undefined if invalid. @default derived from `holds` */
  parse?(text: string, field: FieldDefinition): unknown
  /** Cell in the example row of an import template. @default empty, or generated where the column is required */
  readonly example?: string
  /** A value whose spreadsheet format the column of an import template gets. @default General for numbers, else text */
  readonly sample?: unknown
}

import type { FieldDefinition } from '../fields.ts'
import type { FormFacts } from '../facts.ts'
import type { Locale } from '../wording/label.ts'

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
export interface PrintTraits {
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

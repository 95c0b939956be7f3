import type { ZodType } from 'zod'
import type { Parameters } from '../errors.ts'
import type { FormFacts } from '../facts.ts'
import type { FieldDefinition } from '../fields.ts'
import type { FeelValue } from '../feel/values.ts'
import type { Locale } from '../wording/label.ts'

/** A fault of one value. */
export interface Fault {
  /** Locale key; the label of the field is added as a parameter. */
  readonly code: string
  readonly parameters?: Parameters
  /** The place below the field: an index, or an index and a column. */
  readonly path?: readonly (string | number)[]
  /** A limit such as `min`: a draft may break it, a filed document may not. */
  readonly limit?: true
}

/** A cell as a spreadsheet types it; dates are UTC instants whose fields are the local clock. */
export interface ExcelCell {
  readonly value: string | number | boolean | Date | null
  /** Number format, such as `#,##0.00`. */
  readonly format?: string
}

/** The ways in which a list is filtered by a field: `range` gives [from, to], either null; `oneOf` a list of values. */
export type FilterKind = 'equals' | 'contains' | 'range' | 'oneOf'

/** The reader of a displayed value. */
export interface DisplayContext {
  readonly locale: Locale
  readonly facts: Pick<FormFacts, 'reference' | 'dict'>
}

/** The sentence that asks for a missing value: enter, select, upload, add a row; null when nothing can be missing. */
export type PromptKey = 'field.enter' | 'field.select' | 'field.upload' | 'field.addRow' | null

/** The meaning of a field kind. A value is what the wire, the database and the form hold; null is nothing. */
export interface KindDefinition {
  /** Attributes that the kind reads beside the common ones. */
  readonly attributes: readonly (keyof FieldDefinition)[]
  readonly ask: PromptKey
  /** Locale key of what is said of a value of another shape. @default field.type */
  readonly shapeCode?: string
  /** The JSON shape of a value that is not null. */
  shape(field: FieldDefinition): ZodType
  /** Finds the faults of a value of the right shape. */
  faults(value: unknown, field: FieldDefinition): readonly Fault[]
  /** Finds the faults that dictionaries and records show; only for a value without others. */
  factFaults?(value: unknown, field: FieldDefinition, facts: Pick<FormFacts, 'reference' | 'dict'>): readonly Fault[]
  empty(value: unknown): boolean
  /** The value in expressions; nothing is null, or an empty list, or false, and so is what has the wrong shape. */
  toFeel(value: unknown, field: FieldDefinition, facts: Pick<FormFacts, 'reference'>): FeelValue
  /** The value that an expression gave; null when it is none of this kind. */
  fromFeel(value: FeelValue, field: FieldDefinition): unknown
  /** Column type in PostgreSQL; null when the kind holds no value. */
  sqlType(field: FieldDefinition): string | null
  /** The words that a search finds, in both languages. */
  searchText(value: unknown, field: FieldDefinition, facts: Pick<FormFacts, 'reference' | 'dict'>): string
  excelCell(value: unknown, field: FieldDefinition, view: DisplayContext): ExcelCell
  readonly filter: FilterKind | null
}

/** Returns whether a field holds no value at all; an empty text is a value. */
export const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined

export const nothingCell: ExcelCell = { value: null }

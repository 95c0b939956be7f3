import type { ZodType } from 'zod'
import type { Parameters } from '../errors.ts'
import type { FormFacts } from '../facts.ts'
import type { FieldDefinition } from '../fields.ts'
import type { FeelValue } from '../feel/values.ts'
import type { DisplayContext, KindTraits } from './traits.ts'

export type { DisplayContext } from './traits.ts'

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

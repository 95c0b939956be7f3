import { createContext } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { ReferenceCandidate } from './types.ts'

/** Values by the keys of fields. */
export type AttributeValues = Readonly<Record<string, unknown>>

/** The first and last day that a date accepts, yyyy-MM-dd. */
export interface DayLimits {
  readonly earliest?: string | undefined
  readonly latest?: string | undefined
}

/** The context that a form provides to the inputs of its fields. */
export interface FieldContext {
  /** Key of the form; absent for a record. */
  readonly form?: string
  /** Reads values of fields; columns of the row take precedence. */
  read?(keys: readonly string[]): AttributeValues
  /** Code of the currency of the form's amounts; undefined if none is chosen. */
  currency?(): string | undefined
  /** Returns whether the field's `filter` accepts a candidate. */
  accepts(field: FieldDefinition, candidate: ReferenceCandidate): boolean
  /** The days that the limits of a field allow with the current values. */
  limits?(field: FieldDefinition): DayLimits
  /** Values by which the server filters candidates; columns of the row take precedence. */
  narrowing(): AttributeValues
  /** Sets fields of the same keys (in the same row) that are empty or were set this way before. */
  fill(attributes: AttributeValues): void
  /** Applies the proposals of newly chosen documents: adds rows, or sets empty fields. */
  propose(field: FieldDefinition, records: readonly ReferenceCandidate[]): void
}

/** The context of a form's field or column; undefined for the fields of a record. */
export const FieldContextContext = createContext<FieldContext | undefined>(undefined)

import { createContext } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { ReferenceCandidate } from './types.ts'

/** Values by the keys of fields. */
export type AttributeValues = Readonly<Record<string, unknown>>

/** The context that the form around a field lends to its input. */
export interface FieldContext {
  /** Key of the form; absent around a record. */
  readonly form?: string
  /** Reads the values of fields, of the row before those of the form. */
  read?(keys: readonly string[]): AttributeValues
  /** Code of the currency of the form's amounts; undefined while none is chosen. */
  currency?(): string | undefined
  /** Returns whether a field's own condition lets a candidate be chosen. */
  accepts(field: FieldDefinition, candidate: ReferenceCandidate): boolean
  /** Values that the server narrows candidates by: those of the row, then of the form. */
  narrowing(): AttributeValues
  /** Fills fields of the same names (of the same row) that are empty or were filled so before. */
  fill(attributes: AttributeValues): void
  /** Takes over what newly chosen documents propose: rows of their own, or fields that are empty. */
  propose(field: FieldDefinition, records: readonly ReferenceCandidate[]): void
}

/** Around a field of a form, or of one of its rows. Absent around the fields of a record. */
export const FieldContextContext = createContext<FieldContext | undefined>(undefined)

import type { FeelValue } from '../feel/values.ts'
import type { FieldDefinition } from '../fields.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { Label } from '../wording/label.ts'
import type { DictionaryItem } from '../plugin.ts'
import type { ComparedValues } from './compared-values.ts'

/** A representative value of a field. */
export interface Sample {
  readonly value: FeelValue
  readonly words: Label
  /** Present for the empty value. */
  readonly empty?: true
}

/** Returns the entries of a dictionary; undefined where they are not known. */
export type Dictionaries = (key: string) => readonly DictionaryItem[] | undefined

/** A field with the literals that conditions compare it with. */
export interface SampleRequest {
  readonly field: FieldDefinition
  readonly compared: ComparedValues
  readonly dictionaries: Dictionaries
  /** The literals that records of a kind are compared with, merged over all fields. */
  readonly recordsOf: (kind: RecordKind) => ComparedValues
}

/** Creates the sample for an empty field. */
export const emptySample = (value: FeelValue, words: Label): Sample => ({ value, words, empty: true })

/** Returns whether a field may be empty: it is neither required nor computed. */
export const mayBeEmpty = ({ kind, required, value }: FieldDefinition): boolean =>
  required !== true && value === undefined && kind !== 'calculated'

/** Maximum number of samples per list. */
export const mostValues = 12

import type { FeelValue } from '../feel/values.ts'
import type { FieldDefinition } from '../fields.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { Label } from '../wording/label.ts'
import type { DictionaryItem } from '../plugin.ts'
import type { ComparedValues } from './compared-values.ts'

/** One value that stands for many. */
export interface Sample {
  readonly value: FeelValue
  readonly words: Label
  /** Nothing was entered. */
  readonly empty?: true
}

/** The entries of a dictionary; undefined where they are not known. */
export type Dictionaries = (key: string) => readonly DictionaryItem[] | undefined

/** A field with what is asked of it. */
export interface SampleRequest {
  readonly field: FieldDefinition
  readonly compared: ComparedValues
  readonly dictionaries: Dictionaries
  /** The values that conditions compare records of a kind with, by any field. */
  readonly recordsOf: (kind: RecordKind) => ComparedValues
}

/** The sample that stands for a field without an entry. */
export const emptySample = (value: FeelValue, words: Label): Sample => ({ value, words, empty: true })

/** Returns whether a field may have no value: nobody has to fill it in, and nothing does so. */
export const mayBeEmpty = ({ kind, required, value }: FieldDefinition): boolean =>
  required !== true && value === undefined && kind !== 'calculated'

/** No list of values is longer: what goes on behind it is no different. */
export const mostValues = 12

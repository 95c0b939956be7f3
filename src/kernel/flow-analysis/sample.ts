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

/** Combinations of one entry per list, as indexes. */
interface Combinations {
  readonly choices: readonly (readonly number[])[]
  /** Whether all combinations are included; otherwise they are a deterministic sample. */
  readonly complete: boolean
}

/** The combinations of lists of these lengths, at most `most`; beyond that, a sample that uses every entry at least once. */
export function combinations(lengths: readonly number[], most: number): Combinations {
  const total = lengths.reduce((product, length) => product * length, 1)
  if (total <= most) return { choices: Array.from({ length: total }, (_, number) => digits(number, lengths)), complete: true }
  const random = dice()
  const anyhow = (): number[] => lengths.map((length) => random() % length)
  const each = lengths.flatMap((length, place) => Array.from({ length }, (_, entry) => anyhow().with(place, entry)))
  return { choices: [...each, ...Array.from({ length: Math.max(0, most - each.length) }, anyhow)], complete: false }
}

/** The digits of a number in a mixed radix given by the lengths. */
function digits(number: number, lengths: readonly number[]): readonly number[] {
  let rest = number
  return lengths.map((length) => {
    const digit = rest % length
    rest = Math.floor(rest / length)
    return digit
  })
}

const seed = 20_261_120

/** A seeded pseudo-random generator, so that results are reproducible. */
function dice(): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 8
  }
}

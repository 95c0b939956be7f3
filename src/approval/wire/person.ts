import type { Reason } from '../types.ts'

/** A person in an answer. */
export interface NamedPerson {
  readonly id: string
  /** Name, "中文/English". */
  readonly name: string
  readonly enable: boolean
  /** Reasons for this person, from the rule to the substitution. */
  readonly why?: readonly Reason[]
}

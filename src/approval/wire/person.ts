import type { Reason } from '../types.ts'

/** A person as answers name them. */
export interface NamedPerson {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly enable: boolean
  /** The reasons for this person, from the rule to the substitution. */
  readonly why?: readonly Reason[]
}

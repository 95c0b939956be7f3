import type { ImplicitName, Lookup } from './compile/usage.ts'
import type { Environment } from './run.ts'
import type { FeelContext, FeelValue } from './values.ts'

/** A checked and compiled expression. It has no state: evaluate it as often and wherever you like. */
export interface Expression {
  readonly source: string
  /** Free names, which the context has to supply. */
  readonly names: ReadonlySet<string>
  /** Dotted paths from free names, such as `['items', 'amount']`. */
  readonly paths: readonly (readonly string[])[]
  /** Names inside filters that may be entries of the filtered items or names of the context. */
  readonly implicit: readonly ImplicitName[]
  /** Calls that read dictionaries. */
  readonly lookups: readonly Lookup[]
  /** Unknown names and calls that do not fit are null. @throws FeelError when the step budget is used up. */
  evaluate(context: FeelContext, environment?: Environment): FeelValue
}

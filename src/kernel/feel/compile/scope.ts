import type { FeelRun } from '../run.ts'
import { type FeelContext, type FeelValue, isContext } from '../values.ts'
import type { Name } from './names.ts'

/** The names in scope during an evaluation. */
export interface Scope {
  readonly run: FeelRun
  /** The value of a name; undefined when it is not bound. */
  find(name: Name): FeelValue | undefined
}

/** A compiled expression. */
export type Evaluator = (scope: Scope) => FeelValue

/** The outermost scope: the context passed by the caller. */
export class RootScope implements Scope {
  readonly run: FeelRun
  private readonly context: FeelContext

  constructor(context: FeelContext, run: FeelRun) {
    this.context = context
    this.run = run
  }

  find(name: Name): FeelValue | undefined {
    return name.in(this.context, this.run)
  }
}

/** A scope with one more name: the variable of a quantifier, or `?` of a test. */
export class BindingScope implements Scope {
  readonly run: FeelRun
  private readonly parent: Scope
  private readonly key: string
  private readonly value: FeelValue

  constructor(parent: Scope, key: string, value: FeelValue) {
    this.run = parent.run
    this.parent = parent
    this.key = key
    this.value = value
  }

  find(name: Name): FeelValue | undefined {
    return name.matches(this.key) ? this.value : this.parent.find(name)
  }
}

/** The scope inside a context literal: the preceding entries. */
export class EntriesScope implements Scope {
  readonly run: FeelRun
  private readonly parent: Scope
  private readonly entries: FeelContext

  constructor(parent: Scope, entries: FeelContext) {
    this.run = parent.run
    this.parent = parent
    this.entries = entries
  }

  find(name: Name): FeelValue | undefined {
    return name.in(this.entries, this.run) ?? this.parent.find(name)
  }
}

/** The scope inside a filter: the entries of the item, then `item`. */
export class ItemScope implements Scope {
  readonly run: FeelRun
  private readonly parent: Scope
  private readonly item: FeelValue

  constructor(parent: Scope, item: FeelValue) {
    this.run = parent.run
    this.parent = parent
    this.item = item
  }

  find(name: Name): FeelValue | undefined {
    const entry = isContext(this.item) ? name.in(this.item, this.run) : undefined
    if (entry !== undefined) return entry
    return name.text === 'item' ? this.item : this.parent.find(name)
  }
}

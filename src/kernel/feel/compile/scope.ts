import type { FeelError, FeelRun } from '../run.ts'
import { type FeelContext, type FeelValue, isContext } from '../values.ts'
import type { Name, SyntaxNode } from './parse.ts'
import type { FunctionTable } from '../functions/define.ts'

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

/** The outermost scope of a row: its entries, then `header` and `item`, then the entries of the context. */
export class RowScope implements Scope {
  readonly run: FeelRun
  private readonly context: FeelContext
  private readonly row: FeelContext

  constructor(context: FeelContext, row: FeelContext, run: FeelRun) {
    this.context = context
    this.row = row
    this.run = run
  }

  find(name: Name): FeelValue | undefined {
    const entry = name.in(this.row, this.run)
    if (entry !== undefined) return entry
    if (name.text === 'header') return this.context
    return name.text === 'item' ? this.row : name.in(this.context, this.run)
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

/** A name inside a filter that is either an entry of the filtered items or a name of the outer scope. */
export interface ImplicitName {
  readonly name: string
  /** Dotted path of the filtered list; empty when it is computed. */
  readonly within: readonly string[]
}

/** A call of a function that reads a dictionary: its literal string arguments, undefined for computed ones. */
export interface Lookup {
  readonly function: string
  readonly texts: readonly (string | undefined)[]
}

/** A dotted path from a root name; null when the value is computed. */
export type Path = readonly string[] | null

interface Frame {
  /** The bound name, or undefined for a filter. */
  readonly name?: string
  readonly path: Path
}

/** Collects the names and paths that an expression uses while it is compiled. */
export class Usage {
  readonly names = new Set<string>()
  readonly paths: (readonly string[])[] = []
  readonly implicit: ImplicitName[] = []
  readonly lookups: Lookup[] = []
  /** The number of uses of `?`, the tested value. */
  questions = 0
  private readonly frames: Frame[] = []

  /** Compiles `body` with one more name, bound to the value at `path`. */
  bound<T>(name: string, path: Path, body: () => T): T {
    return this.framed({ name, path }, body)
  }

  /** Compiles `body` as a filter over the list at `path`. */
  filtered<T>(path: Path, body: () => T): T {
    return this.framed({ path }, body)
  }

  /** Returns whether a name is bound inside the expression. */
  isBound(name: string): boolean {
    return this.frames.some((frame) => frame.name === name)
  }

  /** Whether the current position is inside a filter, where an unbound name may be an entry of the items. */
  get inFilter(): boolean {
    return this.frames.some((frame) => frame.name === undefined)
  }

  /** The path that a name refers to; null if it is not known. */
  resolve(name: string): Path {
    for (const frame of this.inner()) {
      if (frame.name === name) return frame.path
      if (frame.name === undefined) return name === 'item' ? frame.path : null
    }
    return [name]
  }

  /** Records the use of a name. */
  use(name: string): void {
    if (name === '?') this.questions++
    for (const frame of this.inner()) {
      if (frame.name === name) return
      if (frame.name === undefined) {
        if (name !== 'item' && !this.isBound(name)) this.implicit.push({ name, within: frame.path ?? [] })
        return
      }
    }
    this.names.add(name)
  }

  /** Records the use of a path. */
  record(path: Path): void {
    if (path && !this.paths.some((known) => known.join('.') === path.join('.'))) this.paths.push(path)
  }

  private framed<T>(frame: Frame, body: () => T): T {
    this.frames.push(frame)
    try {
      return body()
    } finally {
      this.frames.pop()
    }
  }

  private inner(): Frame[] {
    return this.frames.toReversed()
  }
}

/** Compiles a syntax tree into closures and records the names that it uses. */
export interface Compiler {
  readonly source: string
  readonly functions: FunctionTable
  /** Names of the context that would otherwise parse as functions; null when the context is not known. */
  readonly names: ReadonlySet<string> | null
  readonly usage: Usage
  /** Compiles an expression. @throws FeelError for unsupported syntax and unknown functions. */
  expression(node: SyntaxNode): Evaluator
  /** The expression in parentheses. */
  inside(node: SyntaxNode): SyntaxNode
  text(node: { from: number; to: number }): string
  /** The path of names, if the expression is a plain path; else null. */
  pathOf(node: SyntaxNode): Path
  refusal(node: SyntaxNode): FeelError
}

/** Compiles one kind of node. */
export type NodeCompiler = (node: SyntaxNode, compiler: Compiler) => Evaluator

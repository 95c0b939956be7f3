import { FeelError } from '#kernel/feel/feel.ts'
import { childrenOf, parse, type SyntaxNode, unusualNames } from '#kernel/feel/compile/parse.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import type { Fields } from '#kernel/fields.ts'
import type { FieldPath } from './content.ts'

interface Scope {
  readonly fields: Fields
  /** Table in whose rows the expression stands. */
  readonly table: string | undefined
}

/** Meaning of a syntax node: a field, the rows of a table, one row, or the form that contains the row. */
interface Meaning {
  readonly path?: FieldPath
  readonly rows?: string
  readonly isHeader?: true
}

/** A name bound by `some … in` and `every … in`, or without a name the rows inside a filter. */
interface Frame {
  readonly name?: string
  readonly meaning: Meaning
}

interface Rewording {
  readonly from: number
  readonly to: number
  readonly text: string
}

const nothing: Meaning = {}

/**
 * Visits every field that an expression names and writes the path that the visitor answers in its place; the rest of the text stays as it
 * was typed. An expression that cannot be read stays as it is.
 */
export function mapExpression(source: string, scope: Scope, visit: (path: FieldPath) => FieldPath): string {
  const names = [...Object.keys(scope.fields), ...Object.keys(scope.fields[scope.table ?? '']?.columns ?? {})]
  let top: SyntaxNode
  try {
    top = parse(source, unusualNames(Object.fromEntries(names.map((name) => [name, null]))))
  } catch (error) {
    if (!(error instanceof FeelError)) throw error
    return source
  }
  const walk = new Walk(source, scope, visit)
  walk.meaning(top, [])
  return walk.edits.toSorted((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: name }) => text.slice(0, from) + name + text.slice(to), source)
}

class Walk {
  readonly edits: Rewording[] = []
  private readonly source: string
  private readonly scope: Scope
  private readonly visit: (path: FieldPath) => FieldPath
  private readonly amounts: Readonly<Record<string, string>>

  constructor(source: string, scope: Scope, visit: (path: FieldPath) => FieldPath) {
    this.source = source
    this.scope = scope
    this.visit = visit
    this.amounts = rmbNames(scope.fields)
  }

  /** Visits a node and returns its meaning. */
  meaning(node: SyntaxNode, frames: readonly Frame[]): Meaning {
    const own = this.walks[node.name]
    if (own) return own(node, frames)
    for (const child of childrenOf(node)) this.meaning(child, frames)
    return nothing
  }

  /** Nodes that have a meaning or bind a name. */
  private readonly walks: Readonly<Record<string, (node: SyntaxNode, frames: readonly Frame[]) => Meaning>> = {
    VariableName: (node, frames) => this.variable(node, frames),
    PathExpression: (node, frames) => this.step(node, frames),
    FilterExpression: (node, frames) => this.filter(node, frames),
    QuantifiedExpression: (node, frames) => this.quantified(node, frames),
    FunctionInvocation: (node, frames) => this.call(node, frames),
    ParenthesizedExpression: (node, frames) =>
      childrenOf(node).map((child) => this.meaning(child, frames)).find((found) => found !== nothing) ?? nothing,
  }

  private text = (node: SyntaxNode): string => this.source.slice(node.from, node.to)

  private variable(node: SyntaxNode, frames: readonly Frame[]): Meaning {
    const name = this.text(node)
    const { table, fields } = this.scope
    // like a row inside a filter, with `header` in addition
    const all: readonly Frame[] = table === undefined ? frames : [{ meaning: { rows: table } }, ...frames]
    const own = all.findLast((frame) => frame.name === name || (frame.name === undefined && this.isOfRow(frame, name)))
    if (own && own.name === undefined && name !== 'item') return this.field(`${own.meaning.rows}.${name}`, node)
    if (own) return own.meaning
    return table !== undefined && name === 'header' ? { isHeader: true } : this.header(name, node, fields)
  }

  private isOfRow = ({ meaning }: Frame, name: string): boolean => name === 'item' || this.isColumn(meaning.rows, name)

  private header(name: string, node: SyntaxNode, fields: Fields): Meaning {
    if (Object.hasOwn(fields, name)) return this.field(name, node)
    const amount = this.amounts[name]
    return amount === undefined ? nothing : this.field(amount, node, 'Rmb')
  }

  private step(node: SyntaxNode, frames: readonly Frame[]): Meaning {
    const children = childrenOf(node)
    const [base] = children
    const key = children.at(-1)
    if (!base || !key) return nothing
    const { isHeader, rows } = this.meaning(base, frames)
    if (isHeader) return this.header(this.text(key), key, this.scope.fields)
    return this.isColumn(rows, this.text(key)) ? this.field(`${rows}.${this.text(key)}`, key) : nothing
  }

  private filter(node: SyntaxNode, frames: readonly Frame[]): Meaning {
    const [base, ...rest] = childrenOf(node)
    if (!base) return nothing
    const meaning = this.meaning(base, frames)
    for (const child of rest) this.meaning(child, [...frames, { meaning }])
    return meaning
  }

  private quantified(node: SyntaxNode, frames: readonly Frame[]): Meaning {
    let inner = frames
    for (const child of childrenOf(node)) {
      if (child.name !== 'InExpressions') this.meaning(child, inner)
      else
        for (const each of childrenOf(child).filter(({ name }) => name === 'InExpression')) {
          const [name, ...rest] = childrenOf(each)
          const found = rest.map((part) => childrenOf(part).map((own) => this.meaning(own, inner))).flat()
          if (name) inner = [...inner, { name: this.text(name), meaning: found.find(({ rows }) => rows !== undefined) ?? nothing }]
        }
    }
    return nothing
  }

  /** `overlap(rows, "start", "end")` names columns as texts. */
  private call(node: SyntaxNode, frames: readonly Frame[]): Meaning {
    const [callee, ...rest] = childrenOf(node)
    const parameters = rest.find(({ name }) => name.endsWith('Parameters'))
    const given = parameters ? childrenOf(parameters) : []
    const [first = nothing] = given.map((parameter) => this.meaning(parameter, frames))
    if (callee && this.text(callee) === 'overlap') this.columnTexts(given.slice(1), first)
    return nothing
  }

  private columnTexts(texts: readonly SyntaxNode[], { rows }: Meaning): void {
    for (const text of texts.filter(({ name }) => name === 'StringLiteral')) {
      const column = this.text(text).slice(1, -1)
      if (this.isColumn(rows, column)) this.write(`${rows}.${column}`, text, '"')
    }
  }

  private isColumn = (table: string | undefined, name: string): boolean =>
    table !== undefined && Object.hasOwn(this.scope.fields[table]?.columns ?? {}, name)

  private field(path: FieldPath, node: SyntaxNode, ending = ''): Meaning {
    this.write(path, node, '', ending)
    return this.scope.fields[path]?.columns ? { path, rows: path } : { path }
  }

  private write(path: FieldPath, { from, to }: SyntaxNode, quote = '', ending = ''): void {
    const next = this.visit(path)
    if (next !== path) this.edits.push({ from, to, text: `${quote}${next.slice(next.indexOf('.') + 1)}${ending}${quote}` })
  }
}

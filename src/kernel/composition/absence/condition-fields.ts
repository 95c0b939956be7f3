import { childrenOf, type SyntaxNode } from '../../feel/compile/parse.ts'
import type { Feel, FieldDefinition, Fields } from '../../fields.ts'
import type { ExpressionScope } from '../expressions.ts'

/** A field that an expression reads, by the name that it has there. */
export interface Input {
  readonly name: string
  readonly field: FieldDefinition
}

/** Names bound inside an expression, each with the key of the table of whose rows it is one; `''` is the table of the innermost filter. */
export type BoundRows = ReadonlyMap<string, string | undefined>

/** Functions that return null as soon as one argument is null. */
const strict = new Set(['modulo', 'abs', 'floor', 'ceiling', 'round', 'round up', 'round down', 'round half up', 'round half down',
  'decimal', 'days', 'minutes', 'monthOf', 'rmb', 'date', 'date and time', 'number', 'upper case', 'lower case', 'string length',
  'substring', 'len'])

/** Resolves the syntax nodes of one expression to form fields. */
export class ConditionFields {
  private readonly source: Feel
  private readonly scope: ExpressionScope

  constructor(source: Feel, scope: ExpressionScope) {
    this.source = source
    this.scope = scope
  }

  text({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.source.slice(from, to)
  }

  /** The name and arguments of a function call; `[undefined]` for any other node. */
  call(node: SyntaxNode): [string | undefined, ...SyntaxNode[]] {
    if (node.name !== 'FunctionInvocation') return [undefined]
    const [name, ...rest] = childrenOf(node)
    const given = rest.find((child) => child.name === 'PositionalParameters')
    return [name && this.text(name), ...(given ? childrenOf(given) : [])]
  }

  /** The fields that make an operand null when they are empty. */
  inputs(node: SyntaxNode, bound: BoundRows): Input[] {
    if (node.name === 'ParenthesizedExpression' || node.name === 'ArithmeticExpression')
      return childrenOf(node).flatMap((child) => this.inputs(child, bound))
    const [called, ...args] = this.call(node)
    if (called !== undefined) return strict.has(called) ? args.flatMap((each) => this.inputs(each, bound)) : []
    if (node.name !== 'VariableName' && node.name !== 'PathExpression') return []
    const found = this.fieldAt(this.text(node).split('.').map((step) => step.trim()), bound)
    return found ? [found] : []
  }

  /** Key of the table of whose rows an operand is one, or a list. */
  tableOf(node: SyntaxNode, bound: BoundRows): string | undefined {
    const [base, inner] = childrenOf(node)
    if (node.name === 'FilterExpression' && base) return this.tableOf(base, bound)
    if (node.name === 'ParenthesizedExpression' && inner) return this.tableOf(inner, bound)
    const path = this.text(node).replace(/^header\./, '')
    return !bound.has(path) && this.scope.fields[path]?.kind === 'table' ? path : undefined
  }

  /** The field that a dotted path reads; an attribute is empty when its field is. */
  private fieldAt(path: readonly string[], bound: BoundRows): Input | undefined {
    if (path.some((step) => !/^\w+$/.test(step))) return undefined
    const { fields, table } = this.scope
    const [first = '', second = ''] = path
    if (bound.has(first)) return take(this.columnsOf(bound.get(first)), second, `${first}.`)
    if (first === 'item') return take(this.columnsOf(table), second)
    if (first === 'header') return take(fields, second)
    return take({ ...fields, ...this.columnsOf(table), ...this.columnsOf(bound.get('')) }, first)
  }

  private columnsOf(table: string | undefined): Fields {
    return (table === undefined ? undefined : this.scope.fields[table]?.columns) ?? {}
  }
}

const take = (fields: Fields, key: string, prefix = ''): Input | undefined => {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return field && { name: prefix + key, field }
}

/** The operands of a chain of `and` or `or`, flattened: the parser nests them pairwise. */
export function operandsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => name !== 'and' && name !== 'or').flatMap((child) =>
    child.name === node.name ? operandsOf(child) : [child]
  )
}

import { childrenOf, type SyntaxNode } from '../../feel/compile/parse.ts'
import type { Feel, FieldDefinition, Fields } from '../../fields.ts'
import type { ExpressionScope } from '../expressions.ts'

/** A field that an expression reads, by the name that it has there. */
export interface Input {
  readonly name: string
  readonly field: FieldDefinition
}

/** Names bound inside an expression, with the table that each is a row of; `''` is the table of the innermost filter. */
export type BoundRows = ReadonlyMap<string, string | undefined>

/** Functions that have no value as soon as an argument has none. */
const strict = new Set(['modulo', 'abs', 'floor', 'ceiling', 'round', 'round up', 'round down', 'round half up', 'round half down',
  'decimal', 'days', 'minutes', 'monthOf', 'rmb', 'date', 'date and time', 'number', 'upper case', 'lower case', 'string length',
  'substring', 'len'])

/** The fields behind the parts of one expression. */
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

  /** The name of the function that a part calls, and its arguments; nothing where it calls none. */
  call(node: SyntaxNode): [string | undefined, ...SyntaxNode[]] {
    if (node.name !== 'FunctionInvocation') return [undefined]
    const [name, ...rest] = childrenOf(node)
    const given = rest.find((child) => child.name === 'PositionalParameters')
    return [name && this.text(name), ...(given ? childrenOf(given) : [])]
  }

  /** The fields without which an operand has no value. */
  inputs(node: SyntaxNode, bound: BoundRows): Input[] {
    if (node.name === 'ParenthesizedExpression' || node.name === 'ArithmeticExpression')
      return childrenOf(node).flatMap((child) => this.inputs(child, bound))
    const [called, ...args] = this.call(node)
    if (called !== undefined) return strict.has(called) ? args.flatMap((each) => this.inputs(each, bound)) : []
    if (node.name !== 'VariableName' && node.name !== 'PathExpression') return []
    const found = this.fieldAt(this.text(node).split('.').map((step) => step.trim()), bound)
    return found ? [found] : []
  }

  /** The table whose rows an operand is. */
  tableOf(node: SyntaxNode, bound: BoundRows): string | undefined {
    const [base, inner] = childrenOf(node)
    if (node.name === 'FilterExpression' && base) return this.tableOf(base, bound)
    if (node.name === 'ParenthesizedExpression' && inner) return this.tableOf(inner, bound)
    const path = this.text(node).replace(/^header\./, '')
    return !bound.has(path) && this.scope.fields[path]?.kind === 'table' ? path : undefined
  }

  /** The field that a dotted path reads; its attributes are as absent as it is. */
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

/** The operands of a chain of `and` or `or`, which is one node within the other. */
export function operandsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => name !== 'and' && name !== 'or').flatMap((child) =>
    child.name === node.name ? operandsOf(child) : [child]
  )
}

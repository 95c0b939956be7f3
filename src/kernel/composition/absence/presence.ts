import { childrenOf, type SyntaxNode } from '../../feel/compile/parse.ts'
import { type BoundRows, type ConditionFields, operandsOf } from './condition-fields.ts'

/** The known outcome of a part of a condition. Three-valued: a comparison with null is neither true nor false. */
export type Known = 'true' | 'false' | 'notTrue' | 'notFalse'

const opposite: Readonly<Record<Known, Known>> = { true: 'false', false: 'true', notTrue: 'notFalse', notFalse: 'notTrue' }

/** Names of the fields that cannot be empty when a part of a condition has this outcome. */
export function presentWhere(node: SyntaxNode, known: Known, within: { fields: ConditionFields; bound: BoundRows }): string[] {
  return parts[node.name]?.(node, known, within) ?? []
}

const parts: Readonly<Record<string, typeof presentWhere>> = {
  ParenthesizedExpression: (node, known, within) => childrenOf(node).flatMap((child) => presentWhere(child, known, within)),
  Conjunction: ofChain,
  Disjunction: ofChain,
  Comparison: ofComparison,
  FunctionInvocation(node, known, within) {
    const [called, ...args] = within.fields.call(node)
    if (called === 'not' && args[0]) return presentWhere(args[0], opposite[known], within)
    return called === 'list contains' && known === 'true' ? namesIn(args.slice(1), within) : []
  },
}

type Within = Parameters<typeof presentWhere>[2]

const namesIn = (sides: readonly SyntaxNode[], { fields, bound }: Within): string[] =>
  sides.flatMap((side) => fields.inputs(side, bound)).map(({ name }) => name)

/** Union over the operands where each is known to have the outcome; otherwise the names common to all. */
function ofChain(node: SyntaxNode, known: Known, within: Within): string[] {
  const named = operandsOf(node).map((part) => presentWhere(part, known, within))
  const all: readonly Known[] = node.name === 'Conjunction' ? ['true', 'notFalse'] : ['false', 'notTrue']
  return named.flat().filter((name) => all.includes(known) || named.every((names) => names.includes(name)))
}

function ofComparison(node: SyntaxNode, known: Known, within: Within): string[] {
  const [left, operator, right] = childrenOf(node)
  if (!left || !operator || !right) return []
  if (operator.name === 'in') return known === 'true' ? namesIn([left], within) : []
  return provesBoth([left, right], within.fields.text(operator), known) ? namesIn([left, right], within) : []
}

/**
 * Whether both sides are known to be non-null: an ordering that is true or false proves it, equality proves it with a literal, and
 * inequality with `null` does.
 */
function provesBoth(sides: readonly SyntaxNode[], spelled: string, known: Known): boolean {
  if (spelled !== '=' && spelled !== '!=') return known === 'true' || known === 'false'
  const isEqual = ['true', 'notFalse'].includes(known) === (spelled === '=')
  return sides.some(({ name }) => name === 'null') ? !isEqual : isEqual && sides.some(({ name }) => name.endsWith('Literal'))
}

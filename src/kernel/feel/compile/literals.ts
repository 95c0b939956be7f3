import { parseNumber } from '../numbers.ts'
import { parseTemporal } from '../temporal/parse.ts'
import { unescape } from '../text.ts'
import type { FeelValue } from '../values.ts'
import { compileCall } from './calls.ts'
import type { Compiler, NodeCompiler } from './contract.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'

/** Handlers of the nodes whose value is known when they are compiled. */
export const literals: Readonly<Record<string, NodeCompiler>> = {
  null: () => constant(null),
  BooleanLiteral: (node, compiler) => constant(compiler.text(node) === 'true'),
  NumericLiteral: (node, compiler) => constant(numberOf(node, compiler)),
  StringLiteral: (node, compiler) => constant(unescape(compiler.text(node))),
  DateTimeLiteral: (node, compiler) => {
    const [first] = childrenOf(node)
    return first?.name === 'AtLiteral' ? compileAt(first, compiler) : compileCall(node, compiler)
  },
}

function constant(value: FeelValue): Evaluator {
  return () => value
}

function numberOf(node: SyntaxNode, compiler: Compiler): FeelValue {
  const sign = childrenOf(node)[0]
  const digits = compiler.text({ from: node.lastChild?.to ?? node.from, to: node.to }).trim()
  return parseNumber(sign ? `-${digits}` : digits)
}

function compileAt(node: SyntaxNode, compiler: Compiler): Evaluator {
  const text = childrenOf(node).find((child) => child.name === 'StringLiteral')
  return constant(text ? parseTemporal(unescape(compiler.text(text))) : null)
}

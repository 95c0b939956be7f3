import { FeelError } from '../error.ts'
import type { FunctionTable } from '../functions/define.ts'
import type { Compiler, NodeCompiler } from './contract.ts'
import { compileCall } from './calls.ts'
import { compileContext, compileList, compileRange } from './collections.ts'
import { compileFilter, compilePath, compileVariable, staticPath } from './paths.ts'
import { compileIf, compileQuantifier } from './control.ts'
import { literals } from './literals.ts'
import { compileArithmetic, compileComparison, compileConjunction, compileDisjunction } from './operations.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'
import { compileTest } from './tests.ts'
import { compileInstanceOf } from './types.ts'
import { type Path, Usage } from './usage.ts'

const deepestTree = 600

const handlers: Readonly<Record<string, NodeCompiler>> = {
  ...literals,
  ArithmeticExpression: compileArithmetic,
  Comparison: compileComparison,
  Conjunction: compileConjunction,
  Disjunction: compileDisjunction,
  SimplePositiveUnaryTest: compileTest,
  IfExpression: compileIf,
  QuantifiedExpression: compileQuantifier,
  InstanceOfExpression: compileInstanceOf,
  VariableName: compileVariable,
  '?': compileVariable,
  PathExpression: compilePath,
  FilterExpression: compileFilter,
  FunctionInvocation: compileCall,
  List: compileList,
  Context: compileContext,
  Interval: compileRange,
}

/** Parts of the language that this product refuses. */
const refused: Readonly<Record<string, string>> = {
  ForExpression: 'for … in … return',
  FunctionDefinition: 'function(…) …',
}

export class TreeCompiler implements Compiler {
  readonly source: string
  readonly functions: FunctionTable
  readonly names: ReadonlySet<string> | null
  readonly usage = new Usage()
  private depth = 0

  constructor(source: string, functions: FunctionTable, names: ReadonlySet<string> | null) {
    this.source = source
    this.functions = functions
    this.names = names
  }

  expression(node: SyntaxNode): Evaluator {
    if (node.name === 'ParenthesizedExpression') return this.expression(this.inside(node))
    const handler = handlers[node.name]
    if (!handler) throw this.refusal(node)
    if (++this.depth > deepestTree) throw new FeelError('tooDeep', deepestTree, node)
    const evaluator = handler(node, this)
    this.depth--
    return evaluator
  }

  inside(node: SyntaxNode): SyntaxNode {
    const inner = childrenOf(node)[1]
    if (!inner) throw this.refusal(node)
    return inner
  }

  text(node: { from: number; to: number }): string {
    return this.source.slice(node.from, node.to)
  }

  pathOf(node: SyntaxNode): Path {
    return staticPath(node, this)
  }

  refusal(node: SyntaxNode): FeelError {
    return new FeelError('unsupported', refused[node.name] ?? this.text(node).slice(0, 40), node)
  }
}

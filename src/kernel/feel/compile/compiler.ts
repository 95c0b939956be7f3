import { FeelError } from '../error.ts'
import type { FunctionTable } from '../functions/define.ts'
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

type Handler = (node: SyntaxNode, compiler: Compiler) => Evaluator

const deepestTree = 600

const handlers: Readonly<Record<string, Handler>> = {
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

/** What the language has and this product refuses. */
const refused: Readonly<Record<string, string>> = {
  ForExpression: 'for … in … return',
  FunctionDefinition: 'function(…) …',
}

/** Turns a syntax tree into closures and notes which names it uses. */
export class Compiler {
  readonly source: string
  readonly functions: FunctionTable
  /** Names of the context that are like functions; null when the context is not known. */
  readonly names: ReadonlySet<string> | null
  readonly usage = new Usage()
  private depth = 0

  constructor(source: string, functions: FunctionTable, names: ReadonlySet<string> | null) {
    this.source = source
    this.functions = functions
    this.names = names
  }

  /** @throws FeelError for what is not supported or unknown. */
  expression(node: SyntaxNode): Evaluator {
    if (node.name === 'ParenthesizedExpression') return this.expression(this.inside(node))
    const handler = handlers[node.name]
    if (!handler) throw this.refusal(node)
    if (++this.depth > deepestTree) throw new FeelError('tooDeep', deepestTree, node)
    const evaluator = handler(node, this)
    this.depth--
    return evaluator
  }

  /** The expression in parentheses. */
  inside(node: SyntaxNode): SyntaxNode {
    const inner = childrenOf(node)[1]
    if (!inner) throw this.refusal(node)
    return inner
  }

  text(node: { from: number; to: number }): string {
    return this.source.slice(node.from, node.to)
  }

  /** The path of names an expression spells, if it is nothing more. */
  pathOf(node: SyntaxNode): Path {
    return staticPath(node, this)
  }

  refusal(node: SyntaxNode): FeelError {
    return new FeelError('unsupported', refused[node.name] ?? this.text(node).slice(0, 40), node)
  }
}

import type { FeelError } from '../error.ts'
import type { FunctionTable } from '../functions/define.ts'
import type { SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'
import type { Path, Usage } from './usage.ts'

/** Turns a syntax tree into closures and notes which names it uses. */
export interface Compiler {
  readonly source: string
  readonly functions: FunctionTable
  /** Names of the context that are like functions; null when the context is not known. */
  readonly names: ReadonlySet<string> | null
  readonly usage: Usage
  /** @throws FeelError for what is not supported or unknown. */
  expression(node: SyntaxNode): Evaluator
  /** The expression in parentheses. */
  inside(node: SyntaxNode): SyntaxNode
  text(node: { from: number; to: number }): string
  /** The path of names an expression spells, if it is nothing more. */
  pathOf(node: SyntaxNode): Path
  refusal(node: SyntaxNode): FeelError
}

/** Compiles one kind of node. */
export type NodeCompiler = (node: SyntaxNode, compiler: Compiler) => Evaluator

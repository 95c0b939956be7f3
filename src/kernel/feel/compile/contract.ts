import type { FeelError } from '../error.ts'
import type { FunctionTable } from '../functions/define.ts'
import type { SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'
import type { Path, Usage } from './usage.ts'

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

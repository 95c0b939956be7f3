import { FeelError } from '../error.ts'
import { makeRange } from '../range.ts'
import { unescape } from '../text.ts'
import { emptyContext, isReservedKey } from '../values.ts'
import type { Compiler } from './contract.ts'
import { Name } from './names.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import { EntriesScope, type Evaluator } from './scope.ts'
import type { Path } from './usage.ts'

/** A list literal: `[1, 2, 3]`. */
export function compileList(node: SyntaxNode, compiler: Compiler): Evaluator {
  const items = childrenOf(node).slice(1, -1).map((item) => compiler.expression(item))
  return (scope) => scope.run.list(items.map((item) => item(scope)))
}

/** `[a..b]`, `(a..b)`, `]a..b[`; null when the ends are of different types or out of order. */
export function compileRange(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [open, low, , high, close] = childrenOf(node)
  if (!open || !low || !high || !close) throw compiler.refusal(node)
  const [start, end] = [compiler.expression(low), compiler.expression(high)]
  const startIncluded = compiler.text(open) === '['
  const endIncluded = compiler.text(close) === ']'
  return (scope) => makeRange({ start: start(scope), end: end(scope), startIncluded, endIncluded })
}

interface ContextEntry {
  readonly key: string
  readonly value: Evaluator
}

/** A context literal: an entry sees the ones before it. A repeated key makes it null. */
export function compileContext(node: SyntaxNode, compiler: Compiler): Evaluator {
  const entries = compileEntries(childrenOf(node).slice(1, -1), compiler)
  const repeated = new Set(entries.map(({ key }) => key)).size < entries.length
  return (scope) => {
    const context = emptyContext()
    const inner = new EntriesScope(scope, context)
    for (const { key, value } of entries) context[key] = value(inner)
    return repeated ? null : context
  }
}

function compileEntries(nodes: SyntaxNode[], compiler: Compiler): ContextEntry[] {
  const [first, ...others] = nodes
  if (!first) return []
  const [keyNode, valueNode] = childrenOf(first)
  if (!keyNode || !valueNode) throw compiler.refusal(first)
  const key = keyOf(keyNode, compiler)
  const value = compiler.expression(valueNode)
  const path: Path = compiler.pathOf(valueNode)
  return [{ key, value }, ...compiler.usage.bound(key, path, () => compileEntries(others, compiler))]
}

function keyOf(node: SyntaxNode, compiler: Compiler): string {
  const text = compiler.text(node)
  const key = text.startsWith('"') ? unescape(text) : new Name(text).text
  if (isReservedKey(key)) throw new FeelError('reservedKey', key, node)
  return key
}

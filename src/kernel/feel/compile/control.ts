import { integer, numberOf } from '../numbers.ts'
import { FeelError, type FeelRun, longestList } from '../run.ts'
import { type FeelValue, isList, isNumber } from '../values.ts'
import { BindingScope, type Compiler, type Evaluator, type Path, type Scope } from './scope.ts'
import { childrenOf, Name, type SyntaxNode } from './parse.ts'

/** Takes the first branch only if the condition is true; null counts as false. */
export function compileIf(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [, condition, , yes, , no] = childrenOf(node)
  if (!condition || !yes || !no) throw compiler.refusal(node)
  const [test, first, second] = [compiler.expression(condition), compiler.expression(yes), compiler.expression(no)]
  return (scope) => (test(scope) === true ? first(scope) : second(scope))
}

/** `some` or `every`, over one list or the combinations of several. */
export function compileQuantifier(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [quantifier, iterators, , body] = childrenOf(node)
  if (!quantifier || !iterators || !body) throw compiler.refusal(node)
  const deciding = quantifier.name === 'some'
  const evaluate = nest(childrenOf(iterators), body, { compiler, deciding })
  return (scope) => evaluate(scope)
}

interface Quantifier {
  readonly compiler: Compiler
  /** The result of the body that ends the iteration: true for `some`, false for `every`. */
  readonly deciding: boolean
}

function nest(iterators: SyntaxNode[], body: SyntaxNode, quantifier: Quantifier): Evaluator {
  const [first, ...others] = iterators
  const { compiler } = quantifier
  if (!first) return compiler.expression(body)
  const iterator = compileIterator(first, compiler)
  const inner = compiler.usage.bound(iterator.name, iterator.path, () => nest(others, body, quantifier))
  return (scope) =>
    iterate(iterator.items(scope), quantifier.deciding, (item) => {
      scope.run.spend(1)
      return inner(new BindingScope(scope, iterator.name, item))
    })
}

/** Three-valued: null if a body is neither true nor false and no other one decides. */
function iterate(items: Iterable<FeelValue> | null, deciding: boolean, body: (item: FeelValue) => FeelValue): boolean | null {
  if (items === null) return null
  let unknown = false
  for (const item of items) {
    const value = body(item)
    if (value === deciding) return deciding
    if (value !== !deciding) unknown = true
  }
  return unknown ? null : !deciding
}

interface Iterator {
  readonly name: string
  readonly path: Path
  readonly items: (scope: Scope) => Iterable<FeelValue> | null
}

function compileIterator(node: SyntaxNode, compiler: Compiler): Iterator {
  const [name, , context] = childrenOf(node)
  const [from, , to] = context ? childrenOf(context) : []
  if (!name || !from) throw compiler.refusal(node)
  const start = compiler.expression(from)
  const text = new Name(compiler.text(name)).text
  if (!to) return { name: text, path: compiler.pathOf(from), items: (scope) => listOf(start(scope)) }
  const end = compiler.expression(to)
  return { name: text, path: null, items: (scope) => wholeNumbers(start(scope), end(scope), scope.run) }
}

function listOf(value: FeelValue): FeelValue[] | null {
  if (value === null) return null
  return isList(value) ? value : [value]
}

/** The integers of `from..to`, ascending or descending; null if an end is not an integer. */
function wholeNumbers(from: FeelValue, to: FeelValue, run: FeelRun): FeelValue[] | null {
  if (!isNumber(from) || !isNumber(to) || !from.isInteger() || !to.isInteger()) return null
  const [start, end] = [integer(from), integer(to)]
  if (start === null || end === null) return null
  const length = Math.abs(end - start) + 1
  if (length > longestList) throw new FeelError('tooLarge', longestList)
  run.spend(length)
  return Array.from({ length }, (_, index) => numberOf(start < end ? start + index : start - index))
}

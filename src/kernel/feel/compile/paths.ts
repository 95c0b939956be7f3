import { FeelError } from '../error.ts'
import { integer } from '../numbers.ts'
import { propertyOf } from '../properties.ts'
import { type FeelValue, isContext, isList, isNumber } from '../values.ts'
import type { Compiler } from './contract.ts'
import { Name } from './names.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import { type Evaluator, ItemScope, type Scope } from './scope.ts'
import type { Path } from './usage.ts'

/** A variable; null when nobody gives it a value. */
export function compileVariable(node: SyntaxNode, compiler: Compiler): Evaluator {
  const name = new Name(compiler.text(node))
  refuseFunctionName(name.text, node, compiler)
  compiler.usage.use(name.text)
  if (!isBaseOfPath(node)) compiler.usage.record(compiler.usage.resolve(name.text))
  return (scope) => scope.find(name) ?? null
}

/** `context.key`, `list.key` (of each item), or a property such as `date.year`. */
export function compilePath(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [base, , key] = childrenOf(node)
  if (!base || !key) throw compiler.refusal(node)
  const source = compiler.expression(base)
  if (!isBaseOfPath(node)) compiler.usage.record(staticPath(node, compiler))
  const name = new Name(compiler.text(key))
  return (scope) => project(source(scope), name, scope)
}

/** `list[condition]` keeps items, `list[number]` picks one, counted from 1 or from the end. */
export function compileFilter(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [base, , condition] = childrenOf(node)
  if (!base || !condition) throw compiler.refusal(node)
  const source = compiler.expression(base)
  const test = compiler.usage.filtered(staticPath(base, compiler), () => compiler.expression(condition))
  return (scope) => {
    const value = source(scope)
    if (value === null) return null
    return filter(isList(value) ? value : [value], test, scope)
  }
}

/** The dotted path an expression spells; null when it is computed. */
export function staticPath(node: SyntaxNode, compiler: Compiler): Path {
  if (node.name === 'VariableName') return compiler.usage.resolve(new Name(compiler.text(node)).text)
  if (node.name === 'ParenthesizedExpression') return staticPath(compiler.inside(node), compiler)
  const [base, , key] = childrenOf(node)
  if (!base || !key || !steps.has(node.name)) return null
  const path = staticPath(base, compiler)
  return path && node.name === 'PathExpression' ? [...path, new Name(compiler.text(key)).text] : path
}

const steps = new Set(['PathExpression', 'FilterExpression'])

/** A function is no value, and `not x` lacks its parentheses; but a field may be called like one, if it is known to be a field. */
function refuseFunctionName(text: string, node: SyntaxNode, compiler: Compiler): void {
  const name = text.startsWith('not ') ? 'not' : text
  if (compiler.functions.has(name) && !mayBeField(text, compiler)) throw new FeelError('functionAsValue', name, node)
}

function mayBeField(text: string, { names, usage }: Compiler): boolean {
  if (names?.has(text) || usage.isBound(text)) return true
  return !text.includes(' ') && (names === null || usage.inFilter)
}

function isBaseOfPath(node: SyntaxNode): boolean {
  return node.parent?.name === 'PathExpression' && node.parent.firstChild?.from === node.from && node.name !== 'PathName'
}

function project(value: FeelValue, name: Name, scope: Scope): FeelValue {
  if (isList(value)) {
    scope.run.spend(value.length)
    return value.map((item) => project(item, name, scope))
  }
  if (isContext(value)) return name.in(value, scope.run) ?? null
  return propertyOf(value, name.text)
}

function filter(items: FeelValue[], test: Evaluator, scope: Scope): FeelValue {
  scope.run.spend(items.length)
  const kept: FeelValue[] = []
  for (const item of items.length > 0 ? items : [null]) {
    const result = test(new ItemScope(scope, item))
    if (isNumber(result)) return pick(items, integer(result))
    if (result === true) kept.push(item)
  }
  return items.length > 0 ? kept : []
}

function pick(items: FeelValue[], position: number | null): FeelValue {
  if (position === null || position === 0) return null
  return items[position > 0 ? position - 1 : items.length + position] ?? null
}

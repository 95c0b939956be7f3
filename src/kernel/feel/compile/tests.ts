import { equal, same } from '../equality.ts'
import { or } from '../logic.ts'
import { inRange } from '../range.ts'
import type { FeelRun } from '../run.ts'
import { FeelRange, type FeelValue, isList, type TestOperator } from '../values.ts'
import type { Compiler } from './contract.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import { BindingScope, type Evaluator, type Scope } from './scope.ts'

/** A test such as `> 5` or `[1..3]` outside of `in` is the range of the values that pass it. */
export function compileTest(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [first, operand] = childrenOf(node)
  if (!first) throw compiler.refusal(node)
  if (!operand) return compiler.expression(first)
  const operator = compiler.text(first) as TestOperator
  const end = compiler.expression(operand)
  return (scope) => FeelRange.test(operator, end(scope))
}

/** `value in test`, `value in (test, test, …)`: whether any of the tests passes. */
export function compileIn(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [subject, , ...rest] = childrenOf(node)
  const tests = rest.find((child) => child.name === 'PositiveUnaryTests')
  const nodes = tests ? childrenOf(tests) : rest.filter((child) => child.name === 'PositiveUnaryTest')
  if (!subject || nodes.length === 0) throw compiler.refusal(node)
  const value = compiler.expression(subject)
  const passes = nodes.map((test) => compilePositiveTest(test, compiler))
  return (scope) => {
    const tested = value(scope)
    return passes.reduce<boolean | null>((passed, test) => (passed === true ? true : or(passed, test(tested, scope))), false)
  }
}

type Test = (value: FeelValue, scope: Scope) => boolean | null

function compilePositiveTest(node: SyntaxNode, compiler: Compiler): Test {
  const [child] = childrenOf(node)
  if (!child) throw compiler.refusal(node)
  const before = compiler.usage.questions
  const test = compiler.usage.bound('?', null, () => compiler.expression(child))
  if (compiler.usage.questions === before) return (value, scope) => matches(value, test(scope), scope.run)
  return (value, scope) => {
    const passed = test(new BindingScope(scope, '?', value))
    return typeof passed === 'boolean' ? passed : null
  }
}

/** Returns whether a value is what a test spells: in a range, in a list (of values, ranges or lists), or equal. */
function matches(value: FeelValue, test: FeelValue, run: FeelRun): boolean | null {
  if (test instanceof FeelRange) return inRange(value, test, run)
  if (!isList(test)) return equal(value, test, run)
  run.spend(test.length)
  return equal(value, test, run) === true || test.some((item) => matchesItem(value, item, run))
}

function matchesItem(value: FeelValue, item: FeelValue, run: FeelRun): boolean {
  return item instanceof FeelRange ? inRange(value, item, run) === true || same(value, item, run) : same(value, item, run)
}

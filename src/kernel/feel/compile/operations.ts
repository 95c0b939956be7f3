import { compare, ordering } from '../compare.ts'
import { equal } from '../equality.ts'
import { and, not } from '../logic.ts'
import { add, divide, multiply, negate, power, subtract } from '../operators.ts'
import type { FeelRun } from '../run.ts'
import type { FeelValue } from '../values.ts'
import type { Compiler } from './contract.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'
import { compileIn } from './tests.ts'

type Binary = (left: FeelValue, right: FeelValue, run: FeelRun) => FeelValue

const arithmetic: Readonly<Record<string, Binary>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '**': power,
  '^': power,
}

const order = (test: (order: number) => boolean): Binary => (left, right) => {
  const result = compare(left, right)
  return result === null ? null : test(result)
}

const comparisons: Readonly<Record<string, Binary>> = {
  '=': equal,
  '!=': (left, right, run) => not(equal(left, right, run)),
  '<': order(ordering['<']),
  '<=': order(ordering['<=']),
  '>': order(ordering['>']),
  '>=': order(ordering['>=']),
}

/** `+`, `-`, `*`, `/`, `**` and the sign in front of an operand. @throws FeelError for any other operator */
export function compileArithmetic(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [first, second, third] = childrenOf(node)
  if (first && second && third) return binary(arithmetic[compiler.text(second)], [first, third], node, compiler)
  if (!first || !second || compiler.text(first) !== '-') throw compiler.refusal(node)
  const operand = compiler.expression(second)
  return (scope) => negate(operand(scope))
}

/** `=` and its relatives, `between … and …`, `in …`. */
export function compileComparison(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [left, operator, right] = childrenOf(node)
  if (!left || !operator || !right) throw compiler.refusal(node)
  if (operator.name === 'between') return compileBetween(node, compiler)
  if (operator.name === 'in') return compileIn(node, compiler)
  return binary(comparisons[compiler.text(operator)], [left, right], node, compiler)
}

/** `and` over any number of operands: false as soon as one is, null where one is no boolean. */
export function compileConjunction(node: SyntaxNode, compiler: Compiler): Evaluator {
  return chain(operandsOf(node, compiler), false)
}

/** `or` over any number of operands: true as soon as one is, null where one is no boolean. */
export function compileDisjunction(node: SyntaxNode, compiler: Compiler): Evaluator {
  return chain(operandsOf(node, compiler), true)
}

function binary(operation: Binary | undefined, sides: [SyntaxNode, SyntaxNode], node: SyntaxNode, compiler: Compiler): Evaluator {
  if (!operation) throw compiler.refusal(node)
  const left = compiler.expression(sides[0])
  const right = compiler.expression(sides[1])
  return (scope) => operation(left(scope), right(scope), scope.run)
}

/** A long chain is one node of many operands, so that its length is no depth. */
function operandsOf(node: SyntaxNode, compiler: Compiler): Evaluator[] {
  const operands: SyntaxNode[] = []
  let rest = node
  for (;;) {
    const [left, , right] = childrenOf(rest)
    if (!left || !right) throw compiler.refusal(node)
    operands.unshift(right)
    if (left.name !== node.name) return [left, ...operands].map((operand) => compiler.expression(operand))
    rest = left
  }
}

/** Three-valued `and` (decided by false) or `or` (decided by true). */
function chain(operands: Evaluator[], deciding: boolean): Evaluator {
  return (scope) => {
    let unknown = false
    for (const operand of operands) {
      const value = operand(scope)
      if (value === deciding) return deciding
      if (value !== !deciding) unknown = true
    }
    return unknown ? null : !deciding
  }
}

function compileBetween(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [subject, , low, , high] = childrenOf(node)
  if (!subject || !low || !high) throw compiler.refusal(node)
  const [value, start, end] = [compiler.expression(subject), compiler.expression(low), compiler.expression(high)]
  const atLeast = order(ordering['>='])
  return (scope) => {
    const tested = value(scope)
    return and(atLeast(tested, start(scope), scope.run), atLeast(end(scope), tested, scope.run))
  }
}

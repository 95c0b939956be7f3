import type { Decimal } from 'decimal.js'
import { compare, equal, inRange, ordering, same } from '../comparison.ts'
import { and, FeelRange, type FeelValue, isList, isNumber, kindOf, not, or, type TestOperator } from '../values.ts'
import type { FeelRun } from '../run.ts'
import { BindingScope, type Compiler, type Evaluator, type Scope } from './scope.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import * as numbers from '../numbers.ts'
import { between, betweenTimes, plusMonths, plusNanos } from '../temporal/arithmetic.ts'
import type { FeelDate } from '../temporal/date.ts'
import type { FeelDateTime, FeelTime } from '../temporal/date-time.ts'
import { DaysTimeDuration, YearsMonthsDuration } from '../temporal/duration.ts'

/** The operators of DMN 1.5, tables 53 to 59: null for a pair of types that they do not define. */

/** `+` of DMN 1.5: of numbers, of strings, of durations, and of a duration with a date or time. */
function add(left: FeelValue, right: FeelValue, run: FeelRun): FeelValue {
  if (isNumber(left) && isNumber(right)) return numbers.add(left, right)
  if (typeof left === 'string' && typeof right === 'string') return run.text(left + right)
  return lookUp(sums, left, right)
}

/** `-` of DMN 1.5: of numbers, of durations, of a duration from a date or time, and the time between two of those. */
function subtract(left: FeelValue, right: FeelValue): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.subtract(left, right) : lookUp(differences, left, right)
}

/** `*` of DMN 1.5: of numbers, and of a duration with a number. */
function multiply(left: FeelValue, right: FeelValue): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.multiply(left, right) : lookUp(products, left, right)
}

/** `/` of DMN 1.5: of numbers, of a duration by a number, and of durations of one kind; null for a division by zero. */
function divide(left: FeelValue, right: FeelValue, run: FeelRun): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.divide(left, right, run) : lookUp(quotients, left, right)
}

/** `**` of DMN 1.5, which is defined for numbers only. */
function power(left: FeelValue, right: FeelValue, run: FeelRun): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.power(left, right, run) : null
}

/** The sign in front of a number or duration; null for any other type. */
function negate(value: FeelValue): FeelValue {
  if (isNumber(value)) return value.isZero() ? value : numbers.own(value).negated()
  if (value instanceof DaysTimeDuration) return new DaysTimeDuration(-value.nanos)
  return value instanceof YearsMonthsDuration ? new YearsMonthsDuration(-value.totalMonths) : null
}

type Operation = (left: never, right: never) => FeelValue

type Table = Readonly<Record<string, Operation>>

type DateOrDateTime = FeelDate | FeelDateTime

type Clock = DateOrDateTime | FeelTime

function lookUp(table: Table, left: FeelValue, right: FeelValue): FeelValue {
  const operation = table[`${short(left)} ${short(right)}`]
  return operation ? operation(left as never, right as never) : null
}

const shortNames: Readonly<Record<string, string>> = {
  date: 'day',
  'date and time': 'moment',
  'days and time duration': 'length',
  'years and months duration': 'months',
}

function short(value: FeelValue): string {
  const kind = kindOf(value)
  return shortNames[kind] ?? kind
}

const plusLength = (value: Clock, length: DaysTimeDuration): FeelValue => plusNanos(value, length.nanos)

const minusLength = (value: Clock, length: DaysTimeDuration): FeelValue => plusNanos(value, -length.nanos)

const plusYears = (value: DateOrDateTime, months: YearsMonthsDuration): FeelValue => plusMonths(value, months.totalMonths)

const minusYears = (value: DateOrDateTime, months: YearsMonthsDuration): FeelValue => plusMonths(value, -months.totalMonths)

const swapped = <L, R>(operation: (left: L, right: R) => FeelValue) => (left: R, right: L): FeelValue => operation(right, left)

const since = (end: DateOrDateTime, start: DateOrDateTime): FeelValue => between(start, end)

const sums: Table = {
  'day length': plusLength,
  'moment length': plusLength,
  'time length': plusLength,
  'length day': swapped(plusLength),
  'length moment': swapped(plusLength),
  'length time': swapped(plusLength),
  'day months': plusYears,
  'moment months': plusYears,
  'months day': swapped(plusYears),
  'months moment': swapped(plusYears),
  'length length': (left: DaysTimeDuration, right: DaysTimeDuration) => new DaysTimeDuration(left.nanos + right.nanos),
  'months months': (left: YearsMonthsDuration, right: YearsMonthsDuration) => months(left.totalMonths + right.totalMonths),
}

const differences: Table = {
  'day length': minusLength,
  'moment length': minusLength,
  'time length': minusLength,
  'day months': minusYears,
  'moment months': minusYears,
  'day day': since,
  'day moment': since,
  'moment day': since,
  'moment moment': since,
  'time time': (end: FeelTime, start: FeelTime) => betweenTimes(start, end),
  'length length': (left: DaysTimeDuration, right: DaysTimeDuration) => new DaysTimeDuration(left.nanos - right.nanos),
  'months months': (left: YearsMonthsDuration, right: YearsMonthsDuration) => months(left.totalMonths - right.totalMonths),
}

const timesLength = (length: DaysTimeDuration, factor: Decimal): FeelValue => lengthOf(nanosOf(length).times(factor))

const timesMonths = (value: YearsMonthsDuration, factor: Decimal): FeelValue => monthsOf(factor.times(value.totalMonths))

const products: Table = {
  'length number': timesLength,
  'number length': swapped(timesLength),
  'months number': timesMonths,
  'number months': swapped(timesMonths),
}

const quotient = (left: Decimal, right: Decimal): FeelValue => (right.isZero() ? null : numbers.finite(left.div(right)))

const quotients: Table = {
  'length number': (length: DaysTimeDuration, by: Decimal) => (by.isZero() ? null : lengthOf(nanosOf(length).div(by))),
  'months number': (value: YearsMonthsDuration, by: Decimal) => by.isZero() ? null : monthsOf(numbers.numberOf(value.totalMonths).div(by)),
  'length length': (left: DaysTimeDuration, right: DaysTimeDuration) => quotient(nanosOf(left), nanosOf(right)),
  'months months': (left: YearsMonthsDuration, right: YearsMonthsDuration) =>
    quotient(numbers.numberOf(left.totalMonths), numbers.numberOf(right.totalMonths)),
}

function nanosOf(length: DaysTimeDuration): Decimal {
  return numbers.numberOf(length.nanos)
}

/** Durations of more than 1e30 nanoseconds become null. */
const largestLength = new numbers.Num('1e30')

function lengthOf(nanos: Decimal): FeelValue {
  const whole = nanos.trunc()
  return whole.abs().lte(largestLength) ? new DaysTimeDuration(BigInt(whole.toFixed())) : null
}

function monthsOf(value: Decimal): FeelValue {
  return months(numbers.integer(value) ?? Number.NaN)
}

function months(total: number): FeelValue {
  return Number.isSafeInteger(total) ? new YearsMonthsDuration(total) : null
}

type Binary = (left: FeelValue, right: FeelValue, run: FeelRun) => FeelValue

const arithmetic: Readonly<Record<string, Binary>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '**': power,
  '^': power,
}

const order = (test: (order: number) => boolean): Binary => (left, right, run) => {
  const result = compare(left, right, run)
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

/** `=` and the other comparison operators, `between … and …`, `in …`. */
export function compileComparison(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [left, operator, right] = childrenOf(node)
  if (!left || !operator || !right) throw compiler.refusal(node)
  if (operator.name === 'between') return compileBetween(node, compiler)
  if (operator.name === 'in') return compileIn(node, compiler)
  return binary(comparisons[compiler.text(operator)], [left, right], node, compiler)
}

/** `and` over any number of operands: false if one is false, else null if one is not a boolean. */
export function compileConjunction(node: SyntaxNode, compiler: Compiler): Evaluator {
  return chain(operandsOf(node, compiler), false)
}

/** `or` over any number of operands: true if one is true, else null if one is not a boolean. */
export function compileDisjunction(node: SyntaxNode, compiler: Compiler): Evaluator {
  return chain(operandsOf(node, compiler), true)
}

function binary(operation: Binary | undefined, sides: [SyntaxNode, SyntaxNode], node: SyntaxNode, compiler: Compiler): Evaluator {
  if (!operation) throw compiler.refusal(node)
  const left = compiler.expression(sides[0])
  const right = compiler.expression(sides[1])
  return (scope) => operation(left(scope), right(scope), scope.run)
}

/** Flattens a chain iteratively, so that a long chain does not exhaust the stack. */
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
    scope.run.spend(operands.length >> 1)
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

/** A unary test such as `> 5` or `[1..3]` outside of `in` evaluates to the range of the values that pass it. */
export function compileTest(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [first, operand] = childrenOf(node)
  if (!first) throw compiler.refusal(node)
  if (!operand) return compiler.expression(first)
  const operator = compiler.text(first) as TestOperator
  const end = compiler.expression(operand)
  return (scope) => FeelRange.test(operator, end(scope))
}

/** `value in test`, `value in (test, test, …)`: whether any of the tests passes. */
function compileIn(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [subject, , ...rest] = childrenOf(node)
  const tests = rest.find((child) => child.name === 'PositiveUnaryTests')
  const nodes = tests ? childrenOf(tests) : rest.filter((child) => child.name === 'PositiveUnaryTest')
  if (!subject || nodes.length === 0) throw compiler.refusal(node)
  const value = compiler.expression(subject)
  const passes = nodes.map((test) => compilePositiveTest(test, compiler))
  return (scope) => {
    const tested = value(scope)
    scope.run.spend(passes.length)
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

/** Returns whether a value passes a test: it is in a range, in a list (of values, ranges or lists), or equal. */
function matches(value: FeelValue, test: FeelValue, run: FeelRun): boolean | null {
  if (test instanceof FeelRange) return inRange(value, test, run)
  if (!isList(test)) return equal(value, test, run)
  run.spend(test.length)
  return equal(value, test, run) === true || test.some((item) => matchesItem(value, item, run))
}

function matchesItem(value: FeelValue, item: FeelValue, run: FeelRun): boolean {
  return item instanceof FeelRange ? inRange(value, item, run) === true || same(value, item, run) : same(value, item, run)
}

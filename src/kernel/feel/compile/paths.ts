import { FeelError } from '../run.ts'
import { integer, numberOf } from '../numbers.ts'
import { type FeelRange, type FeelValue, isContext, isList, isNumber, kindOf } from '../values.ts'
import { type Compiler, type Evaluator, ItemScope, type Path, type Scope } from './scope.ts'
import { childrenOf, Name, type SyntaxNode } from './parse.ts'
import type { FeelDate } from '../temporal/date.ts'
import type { FeelDateTime, FeelTime } from '../temporal/date-time.ts'
import { DaysTimeDuration, type YearsMonthsDuration } from '../temporal/duration.ts'

/** A variable; null when it is not bound. */
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

/** The dotted path of an expression; null when the value is computed. */
export function staticPath(node: SyntaxNode, compiler: Compiler): Path {
  if (node.name === 'VariableName') return compiler.usage.resolve(new Name(compiler.text(node)).text)
  if (node.name === 'ParenthesizedExpression') return staticPath(compiler.inside(node), compiler)
  const [base, , key] = childrenOf(node)
  if (!base || !key || !steps.has(node.name)) return null
  const path = staticPath(base, compiler)
  return path && node.name === 'PathExpression' ? [...path, new Name(compiler.text(key)).text] : path
}

const steps = new Set(['PathExpression', 'FilterExpression'])

/** @throws FeelError for a function used as a value, or `not x` without parentheses, unless a field of the context has that name. */
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

/** A property of a date, time, duration or range; null when the type has no such property. */
function propertyOf(value: FeelValue, name: string): FeelValue {
  const property = properties[kindOf(value)]?.[name]
  return property ? property(value as never) : null
}

type Properties = Readonly<Record<string, (value: never) => FeelValue>>

const dateProperties: Properties = {
  year: (date: FeelDate) => numberOf(date.year),
  month: (date: FeelDate) => numberOf(date.month),
  day: (date: FeelDate) => numberOf(date.day),
  weekday: (date: FeelDate) => numberOf(date.weekday),
}

const timeProperties: Properties = {
  hour: (time: FeelTime) => numberOf(time.hour),
  minute: (time: FeelTime) => numberOf(time.minute),
  second: (time: FeelTime) => numberOf(time.second),
  'time offset': (time: FeelTime) => offsetOf(time, time.secondOfDay),
  timezone: (time: FeelTime) => time.zone?.id ?? null,
}

const momentProperties: Properties = {
  ...mapped(dateProperties, (moment: FeelDateTime) => moment.date),
  ...mapped(timeProperties, (moment: FeelDateTime) => moment.time),
  'time offset': (moment: FeelDateTime) => offsetOf(moment.time, moment.localSeconds),
}

const properties: Readonly<Partial<Record<string, Properties>>> = {
  date: dateProperties,
  time: timeProperties,
  'date and time': momentProperties,
  'days and time duration': {
    days: (duration: DaysTimeDuration) => numberOf(duration.parts.days),
    hours: (duration: DaysTimeDuration) => numberOf(duration.parts.hours),
    minutes: (duration: DaysTimeDuration) => numberOf(duration.parts.minutes),
    seconds: (duration: DaysTimeDuration) => numberOf(duration.parts.seconds),
  },
  'years and months duration': {
    years: (duration: YearsMonthsDuration) => numberOf(duration.years),
    months: (duration: YearsMonthsDuration) => numberOf(duration.months),
  },
  range: {
    start: (range: FeelRange) => range.start,
    end: (range: FeelRange) => range.end,
    'start included': (range: FeelRange) => range.startIncluded,
    'end included': (range: FeelRange) => range.endIncluded,
  },
}

function mapped<T>(table: Properties, part: (value: T) => unknown): Properties {
  return Object.fromEntries(Object.entries(table).map(([name, property]) => [name, (value: T) => property(part(value) as never)]))
}

function offsetOf(time: FeelTime, localSeconds: number): FeelValue {
  return time.zone ? DaysTimeDuration.ofSeconds(time.zone.offsetAtLocal(localSeconds)) : null
}

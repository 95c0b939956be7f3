import { FeelError } from '#kernel/feel/feel.ts'
import { childrenOf, parse, type SyntaxNode } from '#kernel/feel/compile/parse.ts'

export const operators = ['=', '!=', '>', '>=', '<', '<=', 'in', 'notIn', 'contains', 'lacks', 'filled', 'empty'] as const

export type Operator = (typeof operators)[number]

/** The left side of a row: a field (`amount`, `dept.company`), any row of a table, the number of its entries, or a column's sum. */
export interface Subject {
  readonly of: 'field' | 'anyRow' | 'count' | 'sum'
  /** Path of the field; of a table's column `items.amount`. */
  readonly path: string
}

/** A comparison. Values are FEEL literals (`"3"`, `5000`, `true`, `date("2026-01-01")`) or the path of another field. */
export interface ConditionRow {
  readonly subject: Subject
  readonly operator: Operator
  readonly values: readonly string[]
}

/** Rows and groups of which all hold (`and`) or one (`or`). */
export interface ConditionGroup {
  readonly join: 'and' | 'or'
  readonly parts: readonly (ConditionRow | ConditionGroup)[]
}

/** Returns whether a part of a condition is a group of others. */
export const isGroup = (part: ConditionRow | ConditionGroup): part is ConditionGroup => 'join' in part

/** Operators without a right side. */
export const isUnary = (operator: Operator): boolean => operator === 'filled' || operator === 'empty'

/** Operators with a list at their right side. */
export const isListed = (operator: Operator): boolean => operator === 'in' || operator === 'notIn'

/** The rows of a condition; undefined if it cannot be parsed or expressed as rows. */
export function readCondition(source: string): ConditionGroup | undefined {
  try {
    const part = partOf(parse(source, {}), source)
    if (!part) return undefined
    const group: ConditionGroup = isGroup(part) ? part : { join: 'and', parts: [part] }
    return depthOf(group) <= 2 ? group : undefined
  } catch (error) {
    if (error instanceof FeelError) return undefined
    throw error
  }
}

/** The text of rows; empty where there are none. */
export function writeCondition({ join, parts }: ConditionGroup): string {
  const texts = parts.map((part) => {
    if (!isGroup(part)) return writeRow(part)
    const inner = writeCondition(part)
    return part.parts.length > 1 ? `(${inner})` : inner
  })
  return texts.filter((text) => text !== '').join(` ${join} `)
}

/** The text of one row. */
export function writeRow({ subject, operator, values }: ConditionRow): string {
  const [table = '', column = ''] = subject.path.split('.')
  switch (subject.of) {
    case 'count':
      return comparison(`count(${subject.path})`, operator, values)
    case 'sum':
      return comparison(`sum(${subject.path})`, operator, values)
    case 'anyRow':
      return `(some row in ${table} satisfies ${
        comparison(`row.${column}`, operator,
          values.map((value) => (value.startsWith(`${table}.`) ? `row.${value.slice(table.length + 1)}` : value)))
      })`
    default:
      return comparison(subject.path, operator, values)
  }
}

function comparison(left: string, operator: Operator, values: readonly string[]): string {
  const [first = 'null'] = values
  switch (operator) {
    case 'in':
      return `${left} in (${values.join(', ')})`
    case 'notIn':
      return `not(${left} in (${values.join(', ')}))`
    case 'contains':
      return `list contains(${left}, ${first})`
    case 'lacks':
      return `not(list contains(${left}, ${first}))`
    case 'filled':
      return `${left} != null`
    case 'empty':
      return `${left} = null`
    default:
      return `${left} ${operator} ${first}`
  }
}

const depthOf = ({ parts }: ConditionGroup): number => 1 + Math.max(0, ...parts.map((part) => (isGroup(part) ? depthOf(part) : 0)))

type ReadPart = ConditionRow | ConditionGroup | undefined

type Reader = (children: readonly SyntaxNode[], source: string) => ReadPart

/** Readers of the children of a node, by the name of the node. */
const readers: Readonly<Record<string, Reader>> = {
  ParenthesizedExpression: ([, inner], source) => inner && partOf(inner, source),
  Conjunction: (children, source) => joined('and', children, source),
  Disjunction: (children, source) => joined('or', children, source),
  Comparison: rowOf,
  QuantifiedExpression: anyRow,
  FunctionInvocation: called,
}

function partOf(node: SyntaxNode, source: string): ReadPart {
  const reader = readers[node.name]
  if (reader) return reader(childrenOf(node), source)
  const path = pathOf(node, (at) => source.slice(at.from, at.to))
  return path === undefined ? undefined : { subject: { of: 'field', path }, operator: '=', values: ['true'] }
}

function joined(join: 'and' | 'or', children: readonly SyntaxNode[], source: string): ReadPart {
  const parts: (ConditionRow | ConditionGroup)[] = []
  for (const child of children.filter(({ name }) => name !== join)) {
    const part = partOf(child, source)
    if (!part) return undefined
    // "a and b and c" is parsed as nested pairs
    if (isGroup(part) && part.join === join) parts.push(...part.parts)
    else parts.push(part)
  }
  return { join, parts }
}

const signs: ReadonlySet<string> = new Set(['=', '!=', '>', '>=', '<', '<='])

function rowOf(children: readonly SyntaxNode[], source: string): ConditionRow | undefined {
  const [left, operator, right] = children.filter(({ name }) => !brackets.has(name))
  const subject = left && subjectOf(left, source)
  if (!subject || !operator || !right) return undefined
  const comparison = comparedWith(right, source.slice(operator.from, operator.to), source)
  return comparison && { subject, ...comparison }
}

/** The operator and the values of a comparison with its right side. */
function comparedWith(right: SyntaxNode, sign: string, source: string): Pick<ConditionRow, 'operator' | 'values'> | undefined {
  if (sign === 'in') {
    const values = testsIn(right, source)
    return values && { operator: 'in', values }
  }
  if (!signs.has(sign)) return undefined
  if (right.name === 'null') {
    const operator = nullOperators[sign]
    return operator && { operator, values: [] }
  }
  const value = valueOf(right, source)
  return value === undefined ? undefined : { operator: sign as Operator, values: [value] }
}

/** Operators of comparisons with null, by their sign. */
const nullOperators: Readonly<Record<string, Operator>> = { '=': 'empty', '!=': 'filled' }

function subjectOf(node: SyntaxNode, source: string): Subject | undefined {
  const text = (at: SyntaxNode) => source.slice(at.from, at.to)
  const path = pathOf(node, text)
  if (path !== undefined) return { of: 'field', path }
  return node.name === 'FunctionInvocation' ? aggregateOf(callOf(childrenOf(node), source), text) : undefined
}

/** `count(…)` or `sum(…)` of a path. */
function aggregateOf(call: ReturnType<typeof callOf>, text: (node: SyntaxNode) => string): Subject | undefined {
  if (call?.name !== 'count' && call?.name !== 'sum') return undefined
  const [argument, ...others] = call.parameters
  const path = argument && others.length === 0 ? pathOf(argument, text) : undefined
  return path === undefined ? undefined : { of: call.name, path }
}

/** `not(…)` of a list, and `list contains(…)`. */
function called(children: readonly SyntaxNode[], source: string): ReadPart {
  const call = callOf(children, source)
  if (!call) return undefined
  const [first, second] = call.parameters
  if (call.name === 'not') return first && !second ? negated(first, source) : undefined
  return call.name === 'list contains' && first && second ? contained(first, second, source) : undefined
}

function negated(node: SyntaxNode, source: string): ReadPart {
  const part = partOf(node, source)
  if (!part || isGroup(part) || part.subject.of === 'anyRow') return undefined
  const opposite = opposites[part.operator]
  return opposite && { ...part, operator: opposite }
}

function contained(list: SyntaxNode, element: SyntaxNode, source: string): ReadPart {
  const path = pathOf(list, (at) => source.slice(at.from, at.to))
  const value = valueOf(element, source)
  return path === undefined || value === undefined ? undefined : { subject: { of: 'field', path }, operator: 'contains', values: [value] }
}

const opposites: Readonly<Partial<Record<Operator, Operator>>> = { in: 'notIn', contains: 'lacks' }

function callOf([name, , parameters]: readonly SyntaxNode[], source: string) {
  if (!name || parameters?.name !== 'PositionalParameters') return undefined
  return { name: source.slice(name.from, name.to), parameters: childrenOf(parameters) }
}

/** `some row in items satisfies row.amount > 5`, with one comparison of a column. */
function anyRow(children: readonly SyntaxNode[], source: string): ConditionRow | undefined {
  const [kind, iterations, , body] = children
  if (kind?.name !== 'some' || !iterations || !body) return undefined
  const iteration = iterationOf(iterations, source)
  const inner = partOf(body, source)
  return iteration && inner && !isGroup(inner) ? rowWithin(iteration, inner) : undefined
}

interface Iteration {
  readonly table: string
  readonly variable: string
}

/** A comparison of a column, whose paths begin with the variable, as one of the table. */
function rowWithin({ table, variable }: Iteration, inner: ConditionRow): ConditionRow | undefined {
  const own = `${variable}.`
  const within = (path: string) => (path.startsWith(own) ? `${table}.${path.slice(own.length)}` : path)
  if (inner.subject.of !== 'field' || !inner.subject.path.startsWith(own)) return undefined
  return { ...inner, subject: { of: 'anyRow', path: within(inner.subject.path) }, values: inner.values.map(within) }
}

/** The table and the variable of the only iteration; undefined where there are several, or none over a table. */
function iterationOf(iterations: SyntaxNode, source: string): Iteration | undefined {
  const [iteration, ...others] = iterations.name === 'InExpressions' ? childrenOf(iterations) : []
  if (!iteration || others.length > 0) return undefined
  const [variable, , list] = childrenOf(iteration)
  const text = (at: SyntaxNode) => source.slice(at.from, at.to)
  return variable && list && /^\w+$/.test(text(list)) ? { table: text(list), variable: text(variable) } : undefined
}

function pathOf(node: SyntaxNode, text: (node: SyntaxNode) => string): string | undefined {
  if (node.name !== 'VariableName' && node.name !== 'PathExpression') return undefined
  const path = text(node).replaceAll(/\s/g, '')
  return /^[\p{L}_][\p{L}\d_]*(\.[\p{L}_][\p{L}\d_]*)*$/u.test(path) ? path : undefined
}

const literals: ReadonlySet<string> = new Set(['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'DateTimeLiteral'])

/** A limit that a company sets: `parameter("rule", "name")`. */
export const parameterCall = /^parameter\("([^"]+)",\s*"([^"]+)"\)$/

function valueOf(node: SyntaxNode, source: string): string | undefined {
  const text = source.slice(node.from, node.to)
  if (parameterCall.test(text)) return text
  return literals.has(node.name) ? text : pathOf(node, () => text)
}

const brackets: ReadonlySet<string> = new Set(['[', ']', '(', ')'])

function testsIn(node: SyntaxNode, source: string): readonly string[] | undefined {
  const values = listed(node)?.map((test) => (test && literals.has(test.name) ? source.slice(test.from, test.to) : undefined))
  return values && values.length > 0 && values.every((value) => value !== undefined) ? values : undefined
}

/** The elements of the right side of `in`; undefined where it is no list. */
function listed(node: SyntaxNode): readonly (SyntaxNode | undefined)[] | undefined {
  if (node.name === 'PositiveUnaryTests') return childrenOf(node).map((test) => childrenOf(test)[0])
  const list = node.name === 'PositiveUnaryTest' ? childrenOf(node)[0] : undefined
  const isList = list?.name === 'List' || list?.name === 'ParenthesizedExpression'
  return isList ? childrenOf(list).filter(({ name }) => !brackets.has(name)) : undefined
}

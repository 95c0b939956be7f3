import { FeelError } from '../run.ts'
import { call, callOne, type FeelFunction, type FunctionTable, type Overload, placesOf } from '../functions/define.ts'
import { type Compiler, EntriesScope, type Evaluator, type NodeCompiler, type Path, Usage } from './scope.ts'
import { compileFilter, compilePath, compileVariable, staticPath } from './paths.ts'
import { compileIf, compileQuantifier } from './control.ts'
import { compileArithmetic, compileComparison, compileConjunction, compileDisjunction, compileTest } from './operations.ts'
import { childrenOf, Name, type SyntaxNode } from './parse.ts'
import { parseNumber } from '../numbers.ts'
import { parseTemporal } from '../temporal/parse.ts'
import { unescape } from '../text.ts'
import { emptyContext, entryOf, FeelRange, type FeelTypeName, type FeelValue, isContext, isList, isReservedKey, kindOf,
  not } from '../values.ts'
import { makeRange } from '../comparison.ts'
import { findFunction } from '../functions/registry.ts'

type TypeTest = (value: FeelValue) => boolean

/** `value instance of type`. Null is an instance of Null only. */
function compileInstanceOf(node: SyntaxNode, compiler: Compiler): Evaluator {
  const children = childrenOf(node)
  const [subject, type] = [children[0], children.at(-1)]
  if (!subject || type?.name !== 'Type') throw compiler.refusal(node)
  const value = compiler.expression(subject)
  const test = compileType(type, compiler)
  return (scope) => test(value(scope))
}

const kinds: ReadonlySet<string> = new Set<FeelTypeName>([
  'number',
  'string',
  'boolean',
  'date',
  'time',
  'date and time',
  'days and time duration',
  'years and months duration',
  'list',
  'context',
  'range',
])

const ofKind = (kind: string): TypeTest => (value) => kindOf(value) === kind

function compileType(node: SyntaxNode, compiler: Compiler): TypeTest {
  const [type] = childrenOf(node)
  switch (type?.name) {
    case 'ListType':
      return compileListType(type, compiler)
    case 'ContextType':
      return compileContextType(type, compiler)
    case 'FunctionType':
      return () => false
    default:
      return namedType(new Name(compiler.text(node)).text, node)
  }
}

function namedType(name: string, node: SyntaxNode): TypeTest {
  if (name === 'Any') return (value) => value !== null
  if (name === 'Null') return (value) => value === null
  if (name === 'function') return () => false
  if (!kinds.has(name)) throw new FeelError('unknownType', name, node)
  return ofKind(name)
}

/** `list<T>` and `range<T>`; the grammar has only the former, see `withRangeTypes`. */
function compileListType(node: SyntaxNode, compiler: Compiler): TypeTest {
  const inner = childrenOf(node).find((child) => child.name === 'Type')
  if (!inner) throw compiler.refusal(node)
  const item = compileType(inner, compiler)
  if (!compiler.text(node).startsWith('range')) return (value) => isList(value) && value.every((entry) => entry === null || item(entry))
  return (value) => value instanceof FeelRange && [value.start, value.end].every((end) => end === null || item(end))
}

/** A context has a type when it has all its entries; further entries are allowed. */
function compileContextType(node: SyntaxNode, compiler: Compiler): TypeTest {
  const entries = childrenOf(node).find((child) => child.name === 'ContextEntryTypes')
  const tests = (entries ? childrenOf(entries) : []).map((entry) => {
    const [key, type] = childrenOf(entry)
    if (!key || !type) throw compiler.refusal(entry)
    return { key: new Name(compiler.text(key)).text, test: compileType(type, compiler) }
  })
  return (value) =>
    isContext(value) && tests.every(({ key, test }) => {
      const entry = entryOf(value, key)
      return entry !== undefined && (entry === null || test(entry))
    })
}

const callees = new Set(['VariableName', 'SpecialFunctionName', 'DateTimeConstructor'])

/** Functions that read a dictionary. Their literal arguments are recorded at compile time. */
const lookups: ReadonlySet<string> = new Set(['dict', 'parameter'])

/** A call of a function by name; null when the arguments fit no signature. */
function compileCall(node: SyntaxNode, compiler: Compiler): Evaluator {
  const children = childrenOf(node)
  const [callee] = children
  if (!callee || !callees.has(callee.name)) throw compiler.refusal(node)
  const name = new Name(compiler.text(callee)).text
  const overloads = findFunction(compiler.functions, negated(name, compiler) ?? name, callee)
  if (lookups.has(name)) compiler.usage.lookups.push({ function: name, texts: textsOf(children, compiler) })
  const evaluator = compileArguments(overloads, children, compiler)
  return negated(name, compiler) === undefined ? evaluator : (scope) => not(evaluator(scope))
}

/** The `f` of `not f(x)`, which means `not(f(x))` but is parsed as a call of a function named `not f`. */
function negated(name: string, { functions }: Compiler): string | undefined {
  const inner = name.startsWith('not ') && !functions.has(name) ? name.slice('not '.length) : undefined
  return inner !== undefined && functions.has(inner) ? inner : undefined
}

function textsOf(children: SyntaxNode[], compiler: Compiler): (string | undefined)[] {
  const positional = children.find((child) => child.name === 'PositionalParameters')
  return (positional ? childrenOf(positional) : []).map((
    argument,
  ) => (argument.name === 'StringLiteral' ? unescape(compiler.text(argument)) : undefined))
}

function compileArguments(overloads: FeelFunction, children: SyntaxNode[], compiler: Compiler): Evaluator {
  const named = children.find((child) => child.name === 'NamedParameters')
  const positional = children.find((child) => child.name === 'PositionalParameters')
  return named ? compileNamed(overloads, named, compiler) : compilePositional(overloads, positional, compiler)
}

function compilePositional(overloads: FeelFunction, node: SyntaxNode | undefined, compiler: Compiler): Evaluator {
  const values = (node ? childrenOf(node) : []).map((argument) => compiler.expression(argument))
  return (scope) => call(overloads, values.map((value) => value(scope)), scope.run)
}

interface OverloadCandidate {
  readonly overload: Overload
  readonly places: number[]
}

function compileNamed(overloads: FeelFunction, node: SyntaxNode, compiler: Compiler): Evaluator {
  const { names, values } = namedArguments(node, compiler)
  const candidates = overloads.flatMap((overload): OverloadCandidate[] => {
    const places = placesOf(overload, names)
    return places ? [{ overload, places }] : []
  })
  return (scope) => {
    const positional = values.map((value) => value(scope))
    for (const { overload, places } of candidates) {
      const result = callOne(overload, places.map((place) => positional[place]), scope.run)
      if (result) return result.value
    }
    return null
  }
}

/** The names and values of named arguments. */
function namedArguments(node: SyntaxNode, compiler: Compiler): { names: string[]; values: Evaluator[] } {
  const parameters = childrenOf(node).map((parameter) => {
    const [name, value] = childrenOf(parameter)
    if (!name || !value) throw compiler.refusal(parameter)
    return { name: new Name(compiler.text(name)).text, value: compiler.expression(value) }
  })
  return { names: parameters.map(({ name }) => name), values: parameters.map(({ value }) => value) }
}

/** A list literal: `[1, 2, 3]`. */
function compileList(node: SyntaxNode, compiler: Compiler): Evaluator {
  const items = childrenOf(node).slice(1, -1).map((item) => compiler.expression(item))
  return (scope) => scope.run.list(items.map((item) => item(scope)))
}

/** `[a..b]`, `(a..b)`, `]a..b[`; null when the ends are of different types or out of order. */
function compileRange(node: SyntaxNode, compiler: Compiler): Evaluator {
  const [open, low, , high, close] = childrenOf(node)
  if (!open || !low || !high || !close) throw compiler.refusal(node)
  const [start, end] = [compiler.expression(low), compiler.expression(high)]
  const startIncluded = compiler.text(open) === '['
  const endIncluded = compiler.text(close) === ']'
  return (scope) => makeRange({ start: start(scope), end: end(scope), startIncluded, endIncluded }, scope.run)
}

interface ContextEntry {
  readonly key: string
  readonly value: Evaluator
}

/** A context literal: an entry may use the entries before it. Null if a key is repeated. */
function compileContext(node: SyntaxNode, compiler: Compiler): Evaluator {
  const entries = compileEntries(childrenOf(node).slice(1, -1), compiler)
  const repeated = new Set(entries.map(({ key }) => key)).size < entries.length
  return (scope) => {
    const context = emptyContext()
    const inner = new EntriesScope(scope, context)
    scope.run.spend(entries.length)
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

/** Compilers of literals, whose value is constant. */
const literals: Readonly<Record<string, NodeCompiler>> = {
  null: () => constant(null),
  BooleanLiteral: (node, compiler) => constant(compiler.text(node) === 'true'),
  NumericLiteral: (node, compiler) => constant(numberOf(node, compiler)),
  StringLiteral: (node, compiler) => constant(unescape(compiler.text(node))),
  DateTimeLiteral: (node, compiler) => {
    const [first] = childrenOf(node)
    return first?.name === 'AtLiteral' ? compileAt(first, compiler) : compileCall(node, compiler)
  },
}

function constant(value: FeelValue): Evaluator {
  return () => value
}

function numberOf(node: SyntaxNode, compiler: Compiler): FeelValue {
  const sign = childrenOf(node)[0]
  const digits = compiler.text({ from: node.lastChild?.to ?? node.from, to: node.to }).trim()
  return parseNumber(sign ? `-${digits}` : digits)
}

function compileAt(node: SyntaxNode, compiler: Compiler): Evaluator {
  const text = childrenOf(node).find((child) => child.name === 'StringLiteral')
  return constant(text ? parseTemporal(unescape(compiler.text(text))) : null)
}

const deepestTree = 600

const handlers: Readonly<Record<string, NodeCompiler>> = {
  ...literals,
  ArithmeticExpression: compileArithmetic,
  Comparison: compileComparison,
  Conjunction: compileConjunction,
  Disjunction: compileDisjunction,
  SimplePositiveUnaryTest: compileTest,
  IfExpression: compileIf,
  QuantifiedExpression: compileQuantifier,
  InstanceOfExpression: compileInstanceOf,
  VariableName: compileVariable,
  '?': compileVariable,
  PathExpression: compilePath,
  FilterExpression: compileFilter,
  FunctionInvocation: compileCall,
  List: compileList,
  Context: compileContext,
  Interval: compileRange,
}

/** Compilers of nodes that are evaluated without any work. */
const leaves: ReadonlySet<NodeCompiler> = new Set([...Object.values(literals), compileVariable])

const charged = (evaluator: Evaluator): Evaluator => (scope) => {
  scope.run.spend(1)
  return evaluator(scope)
}

/** Language constructs that this product does not support. */
const refused: Readonly<Record<string, string>> = {
  ForExpression: 'for … in … return',
  FunctionDefinition: 'function(…) …',
}

export class TreeCompiler implements Compiler {
  readonly source: string
  readonly functions: FunctionTable
  readonly names: ReadonlySet<string> | null
  readonly usage = new Usage()
  private depth = 0

  constructor(source: string, functions: FunctionTable, names: ReadonlySet<string> | null) {
    this.source = source
    this.functions = functions
    this.names = names
  }

  expression(node: SyntaxNode): Evaluator {
    if (node.name === 'ParenthesizedExpression') return this.expression(this.inside(node))
    const handler = handlers[node.name]
    if (!handler) throw this.refusal(node)
    if (++this.depth > deepestTree) throw new FeelError('tooDeep', deepestTree, node)
    const evaluator = handler(node, this)
    this.depth--
    return leaves.has(handler) ? evaluator : charged(evaluator)
  }

  inside(node: SyntaxNode): SyntaxNode {
    const inner = childrenOf(node)[1]
    if (!inner) throw this.refusal(node)
    return inner
  }

  text(node: { from: number; to: number }): string {
    return this.source.slice(node.from, node.to)
  }

  pathOf(node: SyntaxNode): Path {
    return staticPath(node, this)
  }

  refusal(node: SyntaxNode): FeelError {
    return new FeelError('unsupported', refused[node.name] ?? this.text(node).slice(0, 40), node)
  }
}

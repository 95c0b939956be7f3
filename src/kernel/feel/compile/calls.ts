import { call, callOne, type FeelFunction, type Overload, placesOf } from '../functions/define.ts'
import { findFunction } from '../functions/registry.ts'
import { not } from '../logic.ts'
import { unescape } from '../text.ts'
import type { Compiler } from './contract.ts'
import { Name } from './names.ts'
import { childrenOf, type SyntaxNode } from './parse.ts'
import type { Evaluator } from './scope.ts'

const callees = new Set(['VariableName', 'SpecialFunctionName', 'DateTimeConstructor'])

/** Functions that read a dictionary: which one, and often which value, is known before anything is evaluated. */
const lookups: ReadonlySet<string> = new Set(['dict', 'parameter'])

/** A call of a function by its name; arguments that do not fit make it null. */
export function compileCall(node: SyntaxNode, compiler: Compiler): Evaluator {
  const children = childrenOf(node)
  const [callee] = children
  if (!callee || !callees.has(callee.name)) throw compiler.refusal(node)
  const name = new Name(compiler.text(callee)).text
  const overloads = findFunction(compiler.functions, negated(name, compiler) ?? name, callee)
  if (lookups.has(name)) compiler.usage.lookups.push({ function: name, texts: textsOf(children, compiler) })
  const evaluator = compileArguments(overloads, children, compiler)
  return negated(name, compiler) === undefined ? evaluator : (scope) => not(evaluator(scope))
}

/** `not f(x)`, which the grammar takes for a call of one name, means `not(f(x))`: this is its `f`. */
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

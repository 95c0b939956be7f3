import { TreeCompiler } from './compile/compiler.ts'
import { type NameShape, unusualNames } from './compile/names.ts'
import { parse } from './compile/parse.ts'
import { type Evaluator, RootScope } from './compile/scope.ts'
import type { ImplicitName } from './compile/usage.ts'
import { ExpressionCache } from './cache.ts'
import { FeelError } from './error.ts'
import type { FunctionTable } from './functions/define.ts'
import { builtins, type CustomFunctions, withCustom } from './functions/registry.ts'
import { type Environment, FeelRun } from './run.ts'
import type { FeelContext, FeelValue } from './values.ts'
import type { Expression } from './expression.ts'

export { FeelError }
export { fromJson, toJson } from './json.ts'
export { shapeOf } from './compile/names.ts'
export { FeelDate } from './temporal/date.ts'
export type { CustomFunctions } from './functions/registry.ts'
export type { Environment, FeelContext, FeelValue, ImplicitName }

export interface CompileOptions {
  /** The names the context will have. Needed for names with signs or keywords in them, or called like a function. */
  readonly names?: readonly string[]
  /** The same with the names nested in them, as `shapeOf` finds them. */
  readonly shape?: NameShape
  /** Longest source in characters; 4,000 by default, never more than 10,000. */
  readonly longest?: number
  /** Functions beyond DMN and the product's own; keep one frozen object, it is also the cache's key. */
  readonly functions?: CustomFunctions
}

const defaultLongest = 4000
const longestSource = 10_000
const cache = new ExpressionCache()

/**
 * Compiles an expression of FEEL (DMN 1.5), or takes it from the cache.
 * Refused are `for`, function definitions, regular expressions and unknown functions.
 * @throws FeelError with the position in the source.
 */
export function compile(source: string, options: CompileOptions = {}): Expression {
  const longest = Math.min(options.longest ?? defaultLongest, longestSource)
  if (source.length > longest) throw new FeelError('tooLong', longest, { from: longest, to: source.length })
  const names = namesOf(options)
  const key = JSON.stringify([source, names.unusual, names.fields && [...names.fields]])
  return cache.get(options.functions, key, () => compileUncached(source, names, options.functions))
}

/** Returns whether a condition holds: only true is true. */
export function isTrue(value: FeelValue): boolean {
  return value === true
}

interface KnownNames {
  /** The names of unusual shape that the parser is given. */
  readonly unusual: NameShape
  /** Names of the context that would otherwise be taken for functions; null when the names are not known. */
  readonly fields: ReadonlySet<string> | null
}

function namesOf({ names, shape, functions = {} }: CompileOptions): KnownNames {
  if (!names && !shape) return { unusual: {}, fields: null }
  const all: NameShape = { ...Object.fromEntries((names ?? []).map((name) => [name, null])), ...shape }
  const fields = Object.keys(all).filter((name) => builtins.has(name) || Object.hasOwn(functions, name) || name.startsWith('not '))
  return { unusual: unusualNames(all), fields: new Set(fields.toSorted()) }
}

function compileUncached(source: string, { unusual, fields }: KnownNames, custom: CustomFunctions | undefined): Expression {
  const functions: FunctionTable = custom ? withCustom(custom) : builtins
  const compiler = new TreeCompiler(source, functions, fields)
  const evaluator: Evaluator = compiler.expression(parse(source, unusual))
  const { names, paths, implicit, lookups } = compiler.usage
  return Object.freeze({
    source,
    names,
    paths,
    implicit,
    lookups,
    evaluate: (context: FeelContext, environment: Environment = {}) => evaluator(new RootScope(context, new FeelRun(environment))),
  })
}

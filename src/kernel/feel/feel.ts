import { Compiler } from './compile/compiler.ts'
import { type NameShape, unusualNames } from './compile/names.ts'
import { parse } from './compile/parse.ts'
import { type Evaluator, RootScope } from './compile/scope.ts'
import type { ImplicitName } from './compile/usage.ts'
import { ExpressionCache } from './cache.ts'
import type { FunctionTable } from './functions/define.ts'
import { builtins, type CustomFunctions, functionNames, withCustom } from './functions/registry.ts'
import { type Environment, Run } from './run.ts'
import type { FeelContext, FeelValue } from './values.ts'

export { FeelError, type FeelErrorCode } from './error.ts'
export { fromJson, toJson } from './json.ts'
export { FeelRange } from './range.ts'
export { FeelDate } from './temporal/date.ts'
export { FeelDateTime } from './temporal/date-time.ts'
export { DaysTimeDuration, YearsMonthsDuration } from './temporal/duration.ts'
export { parseDate, parseDateTime, parseDuration, parseTime } from './temporal/parse.ts'
export { FeelTime } from './temporal/time.ts'
export type { CustomFunction, CustomFunctions } from './functions/registry.ts'
export type { Environment, FeelContext, FeelValue, ImplicitName, NameShape, Run }

/** A checked and compiled expression. It has no state: evaluate it as often and wherever you like. */
export interface Expression {
  readonly source: string
  /** Free names, which the context has to supply. */
  readonly names: ReadonlySet<string>
  /** Dotted paths from free names, such as `['items', 'amount']`. */
  readonly paths: readonly (readonly string[])[]
  /** Names inside filters that may be entries of the filtered items or names of the context. */
  readonly implicit: readonly ImplicitName[]
  /** Unknown names and calls that do not fit are null. @throws FeelError when the step budget is used up. */
  evaluate(context: FeelContext, environment?: Environment): FeelValue
}

export interface CompileOptions {
  /** The names the context will have. Needed for names with signs or keywords in them, or called like a function. */
  readonly names?: readonly string[]
  /** The same with the names nested in them, as `shapeOf` finds them. */
  readonly shape?: NameShape
  /** Functions beyond DMN and the product's own; keep one frozen object, it is also the cache's key. */
  readonly functions?: CustomFunctions
}

const cache = new ExpressionCache()

/**
 * Compiles an expression of FEEL (DMN 1.5), or takes it from the cache.
 * Refused are `for`, function definitions, regular expressions and unknown functions.
 * @throws FeelError with the position in the source.
 */
export function compile(source: string, options: CompileOptions = {}): Expression {
  const shape = { ...Object.fromEntries((options.names ?? []).map((name) => [name, null])), ...options.shape }
  const known = options.names || options.shape ? shape : null
  const unusual = unusualNames(shape)
  const fieldNames = known ? Object.keys(known).filter((name) => builtins.has(name) || options.functions?.[name]) : []
  const key = JSON.stringify([source, unusual, known ? fieldNames.toSorted() : null])
  return cache.get(options.functions, key, () => compileUncached(source, unusual, { ...options, known: known ? new Set(fieldNames) : null }))
}

/** Whether a condition holds: only true is true. */
export function isTrue(value: FeelValue): boolean {
  return value === true
}

interface Compilation extends CompileOptions {
  /** Names of the context that are also names of functions; null when the names are not known. */
  readonly known: ReadonlySet<string> | null
}

function compileUncached(source: string, unusual: NameShape, { functions: custom, known }: Compilation): Expression {
  const functions: FunctionTable = custom ? withCustom(custom) : builtins
  const compiler = new Compiler(source, functions, known)
  const evaluator: Evaluator = compiler.expression(parse(source, functionNames(functions), unusual))
  const { names, paths, implicit } = compiler.usage
  return Object.freeze({
    source, names, paths, implicit,
    evaluate: (context: FeelContext, environment: Environment = {}) => evaluator(new RootScope(context, new Run(environment))),
  })
}


import { TreeCompiler } from './compile/compiler.ts'
import { type NameShape, parse, unusualNames } from './compile/parse.ts'
import { type Evaluator, type ImplicitName, type Lookup, RootScope, RowScope } from './compile/scope.ts'
import { type Environment, FeelError, FeelRun } from './run.ts'
import type { FunctionTable } from './functions/define.ts'
import { builtins, type CustomFunctions, withCustom } from './functions/registry.ts'
import type { FeelContext, FeelValue } from './values.ts'

const size = 2000

/** An LRU cache of compiled expressions, separate for each set of custom functions. */
class ExpressionCache {
  private readonly shared = new Map<string, Expression>()
  private readonly ofFunctions = new WeakMap<CustomFunctions, Map<string, Expression>>()

  get(functions: CustomFunctions | undefined, key: string, make: () => Expression): Expression {
    const expressions = this.expressionsOf(functions)
    const found = expressions.get(key)
    const expression = found ?? make()
    if (found) expressions.delete(key)
    else if (expressions.size >= size) expressions.delete(expressions.keys().next().value ?? '')
    expressions.set(key, expression)
    return expression
  }

  private expressionsOf(functions: CustomFunctions | undefined): Map<string, Expression> {
    if (!functions) return this.shared
    const known = this.ofFunctions.get(functions) ?? new Map<string, Expression>()
    this.ofFunctions.set(functions, known)
    return known
  }
}

export { FeelError }
export { fromJson, toJson } from './json.ts'
export { shapeOf } from './compile/parse.ts'
export { FeelDate } from './temporal/date.ts'
export type { CustomFunctions } from './functions/registry.ts'
export type { Environment, FeelContext, FeelValue, ImplicitName }

export interface CompileOptions {
  /** Names of the context. Needed for names that contain signs or keywords, or equal a function's name. */
  readonly names?: readonly string[]
  /** The same including nested names, as returned by `shapeOf`. */
  readonly shape?: NameShape
  /** Maximum length of the source in characters, at most 10,000. @default 4000 */
  readonly longest?: number
  /** Custom functions. Reuse one frozen object: it is also the key of the cache. */
  readonly functions?: CustomFunctions
}

const defaultLongest = 4000
const longestSource = 10_000
const cache = new ExpressionCache()

/**
 * Compiles a FEEL expression (DMN 1.5), or takes it from the cache.
 * Not supported: `for`, function definitions, regular expressions, unknown functions.
 * @throws FeelError with the position in the source.
 */
export function compile(source: string, options: CompileOptions = {}): Expression {
  const longest = Math.min(options.longest ?? defaultLongest, longestSource)
  if (source.length > longest) throw new FeelError('tooLong', longest, { from: longest, to: source.length })
  const names = namesOf(options)
  const key = JSON.stringify([source, names.unusual, names.fields && [...names.fields]])
  return cache.get(options.functions, key, () => compileUncached(source, names, options.functions))
}

/** Returns whether a condition holds: null and other values count as false. */
export function isTrue(value: FeelValue): boolean {
  return value === true
}

interface KnownNames {
  /** Names that the parser cannot recognise by itself. */
  readonly unusual: NameShape
  /** Names of the context that would otherwise parse as functions; null when the names are not known. */
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
    evaluate: (context: FeelContext, environment: Environment = {}, row?: FeelContext) => {
      const run = new FeelRun(environment)
      return evaluator(row ? new RowScope(context, row, run) : new RootScope(context, run))
    },
  })
}

/** A compiled expression. Stateless: it may be evaluated repeatedly and concurrently. */
export interface Expression {
  readonly source: string
  /** Free names, which the context has to supply. */
  readonly names: ReadonlySet<string>
  /** Dotted paths from free names, such as `['items', 'amount']`. */
  readonly paths: readonly (readonly string[])[]
  /** Names inside filters that may be entries of the filtered items or names of the context. */
  readonly implicit: readonly ImplicitName[]
  /** Calls that read dictionaries. */
  readonly lookups: readonly Lookup[]
  /**
   * Evaluates. Unknown names and calls with unfit arguments are null.
   * @param row a row whose entries take precedence; `header` and `item` are then the context and the row
   * @throws FeelError when the step budget is used up
   */
  evaluate(context: FeelContext, environment?: Environment, row?: FeelContext): FeelValue
}

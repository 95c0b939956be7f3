import { FeelError } from '../error.ts'
import type { FeelRun } from '../run.ts'
import type { FeelValue } from '../values.ts'
import { aggregates } from './aggregates.ts'
import { contexts } from './contexts.ts'
import { conversions } from './conversions.ts'
import { dates } from './dates.ts'
import type { FeelFunction, FunctionTable, Overload, Parameter } from './define.ts'
import { lists } from './lists.ts'
import { numeric } from './numeric.ts'
import { product } from './product.ts'
import { ranges } from './ranges.ts'
import { strings } from './strings.ts'

/** A function added by a caller: the names of its parameters, and its implementation. */
interface CustomFunction {
  readonly parameters: readonly string[]
  readonly call: (values: readonly FeelValue[], run: FeelRun) => FeelValue
}

export type CustomFunctions = Readonly<Record<string, CustomFunction>>

/** The functions of DMN and the product's own. */
export const builtins: FunctionTable = new Map(
  Object.entries({ ...conversions, ...strings, ...lists, ...aggregates, ...numeric, ...dates, ...ranges, ...contexts, ...product }),
)

/** Functions of the standard that are not supported, with the construct that is named in the error. */
const refused: ReadonlyMap<string, string> = new Map([
  ['matches', 'matches(…): regular expressions'],
  ['replace', 'replace(…): regular expressions'],
  ['split', 'split(…): regular expressions'],
  ['sort', 'sort(…): function definitions'],
])

/** The built-in functions plus custom ones. */
export function withCustom(custom: CustomFunctions): FunctionTable {
  return new Map([...builtins, ...Object.entries(custom).map(([name, added]) => [name, customFunction(added)] as const)])
}

/** Looks up a function. @throws FeelError when it is unknown or not supported. */
export function findFunction(functions: FunctionTable, name: string, span: { from: number; to: number }): FeelFunction {
  const found = functions.get(name)
  if (found) return found
  const reason = refused.get(name)
  throw reason ? new FeelError('unsupported', reason, span) : new FeelError('unknownFunction', name, span)
}

function customFunction({ parameters, call }: CustomFunction): FeelFunction {
  const accepted = parameters.map((name): Parameter<FeelValue> => ({ name, optional: false, accept: (value) => ({ value }) }))
  const overload: Overload = {
    parameters: accepted,
    atLeast: accepted.length,
    body: (run, values) => call(values as readonly FeelValue[], run),
  }
  return [overload]
}

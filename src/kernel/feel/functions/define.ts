import type { FeelRun } from '../run.ts'
import type { FeelValue } from '../values.ts'

/** A parameter: its name for named calls, and what it accepts; undefined refuses a value. */
export interface Parameter<T> {
  readonly name: string
  readonly optional: boolean
  readonly accept: (value: FeelValue) => { readonly value: T } | undefined
}

/** One way to call a function. `rest` takes any further positional arguments. */
export interface Overload {
  readonly parameters: readonly Parameter<unknown>[]
  readonly rest?: Parameter<unknown>
  /** Fewest positional arguments; optional parameters are not counted by default. */
  readonly atLeast: number
  readonly body: (run: FeelRun, values: readonly unknown[]) => FeelValue
}

/** A function: the first way of calling that fits its arguments is taken; none gives null. */
export type FeelFunction = readonly Overload[]
export type FunctionTable = ReadonlyMap<string, FeelFunction>

type Accepted<P> = P extends Parameter<infer T> ? T : never
type AcceptedValues<P extends readonly Parameter<unknown>[]> = { readonly [K in keyof P]: Accepted<P[K]> }

/** A way to call a function with typed arguments. */
export function define<const P extends readonly Parameter<unknown>[]>(
  parameters: P,
  body: (run: FeelRun, ...values: AcceptedValues<P>) => FeelValue,
): Overload {
  return {
    parameters,
    atLeast: parameters.filter(({ optional }) => !optional).length,
    // each value was accepted by the parameter in its place
    body: (run, values) => body(run, ...(values as unknown as AcceptedValues<P>)),
  }
}

/** A way to call with a first argument and any number of further ones. */
export function defineRest<A, R>(
  first: Parameter<A>,
  rest: Parameter<R>,
  body: (run: FeelRun, value: A, further: readonly R[]) => FeelValue,
): Overload {
  return {
    parameters: [first],
    rest,
    atLeast: 1,
    body: (run, [value, ...further]) => body(run, value as A, further as R[]),
  }
}

/** A function of a list that may also be called with the items themselves. */
export function overList(list: Parameter<FeelValue[]>, body: (run: FeelRun, items: FeelValue[]) => FeelValue): FeelFunction {
  const item: Parameter<FeelValue> = { name: '', optional: false, accept: (value) => ({ value }) }
  return [
    define([list], body),
    { parameters: [item], rest: item, atLeast: 2, body: (run, items) => body(run, items as FeelValue[]) },
  ]
}

/** Calls with positional arguments. */
export function call(overloads: FeelFunction, values: readonly FeelValue[], run: FeelRun): FeelValue {
  for (const overload of overloads) {
    const accepted = acceptAll(overload, values)
    if (accepted) return overload.body(run, accepted)
  }
  return null
}

/** For named arguments: where each parameter finds its value, or undefined when the names do not fit. */
export function placesOf(overload: Overload, names: readonly string[]): number[] | undefined {
  const places = overload.parameters.map(({ name }) => names.indexOf(name))
  const complete = overload.parameters.every(({ optional }, index) => optional || places[index] !== -1)
  const known = places.filter((place) => place !== -1).length === names.length
  return complete && known ? places : undefined
}

/** Calls one overload with its values in order; undefined stands for an argument not given. */
export function callOne(overload: Overload, values: readonly (FeelValue | undefined)[], run: FeelRun): { value: FeelValue } | undefined {
  const accepted = acceptAll(overload, values)
  return accepted && { value: overload.body(run, accepted) }
}

/** A value beyond the parameters finds none and does not fit. */
function acceptAll(overload: Overload, values: readonly (FeelValue | undefined)[]): unknown[] | undefined {
  const { parameters, rest, atLeast } = overload
  if (values.length < atLeast) return undefined
  const accepted: unknown[] = []
  for (const [index, value] of values.entries()) {
    const result = value === undefined ? notGiven : (parameters[index] ?? rest)?.accept(value)
    if (!result) return undefined
    accepted.push(result.value)
  }
  return accepted
}

const notGiven = { value: undefined }

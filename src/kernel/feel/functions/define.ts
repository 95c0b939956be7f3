import type { Decimal } from 'decimal.js'
import type { FeelRun } from '../run.ts'
import { type FeelContext, FeelRange, type FeelValue, isContext, isList, isNumber } from '../values.ts'
import { own } from '../numbers.ts'
import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime, FeelTime } from '../temporal/date-time.ts'
import { DaysTimeDuration, YearsMonthsDuration } from '../temporal/duration.ts'

/** A parameter: its name for named calls, and its type guard, which returns undefined for a value that it does not accept. */
export interface Parameter<T> {
  readonly name: string
  readonly optional: boolean
  readonly accept: (value: FeelValue) => { readonly value: T } | undefined
}

/** One signature of a function. `rest` accepts any number of further positional arguments. */
export interface Overload {
  readonly parameters: readonly Parameter<unknown>[]
  readonly rest?: Parameter<unknown>
  /** Minimum number of positional arguments. @default the number of parameters that are not optional */
  readonly atLeast: number
  readonly body: (run: FeelRun, values: readonly unknown[]) => FeelValue
}

/** A function: the first overload that accepts the arguments is called; null if none does. */
export type FeelFunction = readonly Overload[]
export type FunctionTable = ReadonlyMap<string, FeelFunction>

type Accepted<P> = P extends Parameter<infer T> ? T : never
type AcceptedValues<P extends readonly Parameter<unknown>[]> = { readonly [K in keyof P]: Accepted<P[K]> }

/** Defines an overload with typed arguments. */
export function define<const P extends readonly Parameter<unknown>[]>(
  parameters: P,
  body: (run: FeelRun, ...values: AcceptedValues<P>) => FeelValue,
): Overload {
  return {
    parameters,
    atLeast: parameters.filter(({ optional }) => !optional).length,
    // each value was accepted by the parameter at its index
    body: (run, values) => body(run, ...(values as unknown as AcceptedValues<P>)),
  }
}

/** Defines an overload with a first argument and any number of further ones. */
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

/** Defines a function of a list that also accepts the items as separate arguments. */
export function overList(list: Parameter<FeelValue[]>, body: (run: FeelRun, items: FeelValue[]) => FeelValue): FeelFunction {
  const item: Parameter<FeelValue> = { name: '', optional: false, accept: (value) => ({ value }) }
  return [
    define([list], body),
    { parameters: [item], rest: item, atLeast: 2, body: (run, items) => body(run, items as FeelValue[]) },
  ]
}

/** Calls a function with positional arguments. */
export function call(overloads: FeelFunction, values: readonly FeelValue[], run: FeelRun): FeelValue {
  charge(values, run)
  for (const overload of overloads) {
    const accepted = acceptAll(overload, values)
    if (accepted) return overload.body(run, accepted)
  }
  return null
}

/** For named arguments: the index of each parameter's value (-1 if absent); undefined when the names do not fit the overload. */
export function placesOf(overload: Overload, names: readonly string[]): number[] | undefined {
  const places = overload.parameters.map(({ name }) => names.indexOf(name))
  const complete = overload.parameters.every(({ optional }, index) => optional || places[index] !== -1)
  const known = places.filter((place) => place !== -1).length === names.length
  return complete && known ? places : undefined
}

/** Calls one overload with its values in order; undefined is an argument that was left out. */
export function callOne(overload: Overload, values: readonly (FeelValue | undefined)[], run: FeelRun): { value: FeelValue } | undefined {
  charge(values, run)
  const accepted = acceptAll(overload, values)
  return accepted && { value: overload.body(run, accepted) }
}

/** Charges for going once through each argument; a body charges for what it does beyond that. */
function charge(values: readonly (FeelValue | undefined)[], run: FeelRun): void {
  run.spend(values.length)
  for (const value of values) {
    if (typeof value === 'string') run.scan(value.length)
    else if (isList(value)) run.spend(value.length >> 3)
    else if (value instanceof FeelRange) run.scan((textLength(value.start) + textLength(value.end)) * comparisonsOfRanges)
  }
}

/** Comparisons of ends that a function of ranges makes at most. */
const comparisonsOfRanges = 8

const textLength = (value: FeelValue): number => (typeof value === 'string' ? value.length : 0)

/** Checks the arguments; undefined when one is not accepted or there are too many or too few. */
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

type Guard<T> = (value: FeelValue) => T | undefined

/** A parameter of one type; a list of one item is unwrapped. */
function typed<T>(name: string, guard: Guard<T>): Parameter<T> {
  return {
    name,
    optional: false,
    accept: (value) => {
      const only = isList(value) && value.length === 1 ? value[0] ?? null : value
      const accepted = guard(only)
      return accepted === undefined ? undefined : { value: accepted }
    },
  }
}

const when = <T extends FeelValue>(test: (value: FeelValue) => value is T): Guard<T> => (value) => (test(value) ? value : undefined)

/** A parameter of any type, null included. */
export const any = (name: string): Parameter<FeelValue> => ({ name, optional: false, accept: (value) => ({ value }) })

/** A string. */
export const text = (name: string): Parameter<string> => typed(name, when((value) => typeof value === 'string'))

/** A number, converted to 34 digits of precision. */
export const number = (name: string): Parameter<Decimal> => typed(name, (value) => (isNumber(value) ? own(value) : undefined))

/** True or false. */
export const boolean = (name: string): Parameter<boolean> => typed(name, when((value) => typeof value === 'boolean'))

/** A context. */
export const context = (name: string): Parameter<FeelContext> => typed(name, when(isContext))

/** A range, or a test such as `> 5`. */
export const range = (name: string): Parameter<FeelRange> => typed(name, when((value) => value instanceof FeelRange))

/** A date without a time. */
export const date = (name: string): Parameter<FeelDate> => typed(name, when((value) => value instanceof FeelDate))

/** A time of day. */
export const time = (name: string): Parameter<FeelTime> => typed(name, when((value) => value instanceof FeelTime))

/** A date, or a date and time. */
export const day = (name: string): Parameter<FeelDate | FeelDateTime> =>
  typed(name, when((value) => value instanceof FeelDate || value instanceof FeelDateTime))

/** A date and time. */
export const moment = (name: string): Parameter<FeelDateTime> => typed(name, when((value) => value instanceof FeelDateTime))

/** A duration of days and time. */
export const length = (name: string): Parameter<DaysTimeDuration> => typed(name, when((value) => value instanceof DaysTimeDuration))

/** A duration of years and months. */
export const months = (name: string): Parameter<YearsMonthsDuration> => typed(name, when((value) => value instanceof YearsMonthsDuration))

/** A value that a range can contain: anything but null, a list, a context or a range. */
export const point = (name: string): Parameter<FeelValue> =>
  typed(name, (value) => (value === null || isList(value) || isContext(value) || value instanceof FeelRange ? undefined : value))

/** A list; any other non-null value is wrapped as a list of one. */
export const list = (name: string): Parameter<FeelValue[]> => ({
  name,
  optional: false,
  accept: (value) => {
    if (value === null) return undefined
    return { value: isList(value) ? value : [value] }
  },
})

/** A parameter that may be left out. */
export const optional = <T>(parameter: Parameter<T>): Parameter<T | undefined> => ({ ...parameter, optional: true })

/** A parameter that may be null. */
export const nullable = <T>(parameter: Parameter<T>): Parameter<T | null> => ({
  ...parameter,
  accept: (value) => (value === null ? { value: null } : parameter.accept(value)),
})

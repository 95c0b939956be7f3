import { type Environment, FeelError, type FeelRun } from '../run.ts'
import type { FeelValue } from '../values.ts'
import { aggregates, numeric } from './numeric.ts'
import { contexts, lists } from './collections.ts'
import { conversions } from './conversions.ts'
import { any, day, define, type FeelFunction, type FunctionTable, optional, type Overload, type Parameter } from './define.ts'
import { product } from './product.ts'
import { ranges } from './ranges.ts'
import { strings } from './strings.ts'
import { identical } from '../comparison.ts'
import { numberOf } from '../numbers.ts'
import { dayOf } from '../temporal/arithmetic.ts'
import { daysInMonth, FeelDate, toEpochDay, weekOfYear } from '../temporal/date.ts'
import { FeelDateTime, Zone } from '../temporal/date-time.ts'
import { parseDate, parseDateTime } from '../temporal/parse.ts'

/** Time zone of the system clock when the environment gives no time. */
const homeZone = '@Asia/Shanghai'

/** `today()`: the environment's date, the date of its `now`, or the system clock. */
function today(environment: Environment): FeelDate | null {
  if (environment.today !== undefined) return parseDate(environment.today) ?? parseDateTime(environment.today)?.date ?? null
  return now(environment)?.date ?? null
}

/** `now()`: the environment's, or the system clock with the offset of the home zone. */
function now(environment: Environment): FeelDateTime | null {
  return environment.now === undefined ? systemClock() : parseDateTime(environment.now)
}

function systemClock(): FeelDateTime | null {
  const milliseconds = Date.now()
  const seconds = Math.floor(milliseconds / 1000)
  const zone = Zone.parse(homeZone) ?? Zone.utc
  const offset = Zone.fixed(zone.offsetAtInstant(seconds)) ?? Zone.utc
  return FeelDateTime.ofInstant(seconds, (milliseconds - seconds * 1000) * 1_000_000, offset)
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Functions of dates and of the clock of the environment. */
const dates: Readonly<Record<string, FeelFunction>> = {
  is: [define([optional(any('value1')), optional(any('value2'))], (run, one = null, other = null) => identical(one, other, run))],
  'day of year': ofDay((date) => numberOf(date.epochDay - toEpochDay(date.year, 1, 1) + 1)),
  'day of week': ofDay((date) => weekdays[date.weekday - 1] ?? null),
  'month of year': ofDay((date) => monthNames[date.month - 1] ?? null),
  'week of year': ofDay((date) => numberOf(weekOfYear(date.epochDay))),
  'last day of month': ofDay((date) => numberOf(daysInMonth(date.year, date.month))),
  now: [define([], (run) => now(run.environment))],
  today: [define([], (run) => today(run.environment))],
}

function ofDay(body: (date: FeelDate) => FeelValue): FeelFunction {
  return [define([day('date')], (_, value) => body(dayOf(value)))]
}

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

import type { Decimal } from 'decimal.js'
import * as numbers from './numbers.ts'
import type { FeelRun } from './run.ts'
import { between, betweenTimes, plusMonths, plusNanos } from './temporal/arithmetic.ts'
import type { FeelDate } from './temporal/date.ts'
import type { FeelDateTime } from './temporal/date-time.ts'
import { DaysTimeDuration, YearsMonthsDuration } from './temporal/duration.ts'
import type { FeelTime } from './temporal/time.ts'
import { type FeelValue, isNumber, kindOf } from './values.ts'

/** The operators of DMN 1.5, tables 53 to 59: what they do not define for a pair of types is null. */

/** `+` of DMN 1.5: of numbers, of strings, of durations, and of a duration with a date or time. */
export function add(left: FeelValue, right: FeelValue, run: FeelRun): FeelValue {
  if (isNumber(left) && isNumber(right)) return numbers.add(left, right)
  if (typeof left === 'string' && typeof right === 'string') return run.text(left + right)
  return lookUp(sums, left, right)
}

/** `-` of DMN 1.5: of numbers, of durations, of a duration from a date or time, and the time between two of those. */
export function subtract(left: FeelValue, right: FeelValue): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.subtract(left, right) : lookUp(differences, left, right)
}

/** `*` of DMN 1.5: of numbers, and of a duration with a number. */
export function multiply(left: FeelValue, right: FeelValue): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.multiply(left, right) : lookUp(products, left, right)
}

/** `/` of DMN 1.5: of numbers, of a duration by a number, and of durations of one kind; null for a division by zero. */
export function divide(left: FeelValue, right: FeelValue): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.divide(left, right) : lookUp(quotients, left, right)
}

/** `**` of DMN 1.5, which is defined for numbers only. */
export function power(left: FeelValue, right: FeelValue): FeelValue {
  return isNumber(left) && isNumber(right) ? numbers.power(left, right) : null
}

/** The sign in front of a number or duration; null for any other type. */
export function negate(value: FeelValue): FeelValue {
  if (isNumber(value)) return value.isZero() ? value : numbers.own(value).negated()
  if (value instanceof DaysTimeDuration) return new DaysTimeDuration(-value.nanos)
  return value instanceof YearsMonthsDuration ? new YearsMonthsDuration(-value.totalMonths) : null
}

type Operation = (left: never, right: never) => FeelValue
type Table = Readonly<Record<string, Operation>>
type DateOrDateTime = FeelDate | FeelDateTime
type Clock = DateOrDateTime | FeelTime

function lookUp(table: Table, left: FeelValue, right: FeelValue): FeelValue {
  const operation = table[`${short(left)} ${short(right)}`]
  return operation ? operation(left as never, right as never) : null
}

const shortNames: Readonly<Record<string, string>> = {
  date: 'day',
  'date and time': 'moment',
  'days and time duration': 'length',
  'years and months duration': 'months',
}

function short(value: FeelValue): string {
  const kind = kindOf(value)
  return shortNames[kind] ?? kind
}

const plusLength = (value: Clock, length: DaysTimeDuration): FeelValue => plusNanos(value, length.nanos)
const minusLength = (value: Clock, length: DaysTimeDuration): FeelValue => plusNanos(value, -length.nanos)
const plusYears = (value: DateOrDateTime, months: YearsMonthsDuration): FeelValue => plusMonths(value, months.totalMonths)
const minusYears = (value: DateOrDateTime, months: YearsMonthsDuration): FeelValue => plusMonths(value, -months.totalMonths)
const swapped = <L, R>(operation: (left: L, right: R) => FeelValue) => (left: R, right: L): FeelValue => operation(right, left)
const since = (end: DateOrDateTime, start: DateOrDateTime): FeelValue => between(start, end)

const sums: Table = {
  'day length': plusLength,
  'moment length': plusLength,
  'time length': plusLength,
  'length day': swapped(plusLength),
  'length moment': swapped(plusLength),
  'length time': swapped(plusLength),
  'day months': plusYears,
  'moment months': plusYears,
  'months day': swapped(plusYears),
  'months moment': swapped(plusYears),
  'length length': (left: DaysTimeDuration, right: DaysTimeDuration) => new DaysTimeDuration(left.nanos + right.nanos),
  'months months': (left: YearsMonthsDuration, right: YearsMonthsDuration) => months(left.totalMonths + right.totalMonths),
}

const differences: Table = {
  'day length': minusLength,
  'moment length': minusLength,
  'time length': minusLength,
  'day months': minusYears,
  'moment months': minusYears,
  'day day': since,
  'day moment': since,
  'moment day': since,
  'moment moment': since,
  'time time': (end: FeelTime, start: FeelTime) => betweenTimes(start, end),
  'length length': (left: DaysTimeDuration, right: DaysTimeDuration) => new DaysTimeDuration(left.nanos - right.nanos),
  'months months': (left: YearsMonthsDuration, right: YearsMonthsDuration) => months(left.totalMonths - right.totalMonths),
}

const timesLength = (length: DaysTimeDuration, factor: Decimal): FeelValue => lengthOf(nanosOf(length).times(factor))
const timesMonths = (value: YearsMonthsDuration, factor: Decimal): FeelValue => monthsOf(factor.times(value.totalMonths))

const products: Table = {
  'length number': timesLength,
  'number length': swapped(timesLength),
  'months number': timesMonths,
  'number months': swapped(timesMonths),
}

const quotients: Table = {
  'length number': (length: DaysTimeDuration, by: Decimal) => (by.isZero() ? null : lengthOf(nanosOf(length).div(by))),
  'months number': (value: YearsMonthsDuration, by: Decimal) => by.isZero() ? null : monthsOf(numbers.numberOf(value.totalMonths).div(by)),
  'length length': (left: DaysTimeDuration, right: DaysTimeDuration) => numbers.divide(nanosOf(left), nanosOf(right)),
  'months months': (left: YearsMonthsDuration, right: YearsMonthsDuration) =>
    numbers.divide(numbers.numberOf(left.totalMonths), numbers.numberOf(right.totalMonths)),
}

function nanosOf(length: DaysTimeDuration): Decimal {
  return numbers.numberOf(length.nanos)
}

/** Durations beyond this many digits of nanoseconds are no longer sensible and become null. */
const largestLength = new numbers.Num('1e30')

function lengthOf(nanos: Decimal): FeelValue {
  const whole = nanos.trunc()
  return whole.abs().lte(largestLength) ? new DaysTimeDuration(BigInt(whole.toFixed())) : null
}

function monthsOf(value: Decimal): FeelValue {
  return months(numbers.integer(value) ?? Number.NaN)
}

function months(total: number): FeelValue {
  return Number.isSafeInteger(total) ? new YearsMonthsDuration(total) : null
}

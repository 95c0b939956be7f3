import type { Decimal } from 'decimal.js'
import { and, entryOf, type FeelContext, FeelRange, type FeelValue, isNumber, kindOf, type RangeParts } from './values.ts'
import type { FeelDate } from './temporal/date.ts'
import type { FeelDateTime, FeelTime } from './temporal/date-time.ts'
import type { DaysTimeDuration, YearsMonthsDuration } from './temporal/duration.ts'
import type { FeelRun } from './run.ts'

/**
 * Three-way comparison: negative, zero or positive. Null for values of different types, of a type without order, or if only one of them has
 * a time zone. The comparing of texts is charged to the run; without one, the caller has charged it.
 */
export function compare(left: FeelValue, right: FeelValue, run?: FeelRun): number | null {
  if (isNumber(left)) return isNumber(right) ? left.comparedTo(right) : null
  if (typeof left === 'string') return typeof right === 'string' ? textOrder(left, right, run) : null
  const kind = kindOf(left)
  return kind === kindOf(right) ? orders[kind]?.(left, right) ?? null : null
}

/** The ordering operators, applied to the result of `compare`. */
export const ordering = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const

type CompareValues = (left: FeelValue, right: FeelValue) => number | null

const orders: Partial<Record<string, CompareValues>> = {
  date: (left, right) => dateOrder(left as FeelDate, right as FeelDate),
  time: (left, right) => timeOrder(left as FeelTime, right as FeelTime),
  'date and time': (left, right) => dateTimeOrder(left as FeelDateTime, right as FeelDateTime),
  'days and time duration': (left, right) => sizeOrder((left as DaysTimeDuration).nanos, (right as DaysTimeDuration).nanos),
  'years and months duration': (left, right) => (left as YearsMonthsDuration).totalMonths - (right as YearsMonthsDuration).totalMonths,
}

/** By code point, which differs from the order of UTF-16 units above U+FFFF. */
function textOrder(left: string, right: string, run: FeelRun | undefined): number {
  const length = Math.min(left.length, right.length)
  run?.scan(length)
  for (let index = 0; index < length; index++) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)]
    if (one !== other) return rank(one) - rank(other)
  }
  return left.length - right.length
}

function rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800
  return unit >= 0xd800 ? unit + 0x2000 : unit
}

function dateOrder(left: FeelDate, right: FeelDate): number {
  return left.year - right.year || left.month - right.month || left.day - right.day
}

/** DMN measures times and moments in whole seconds. */
function timeOrder(left: FeelTime, right: FeelTime): number | null {
  if (sameZone(left, right)) return left.secondOfDay - right.secondOfDay
  const [one, other] = [left.utcSecond, right.utcSecond]
  return one === null || other === null ? null : one - other
}

function dateTimeOrder(left: FeelDateTime, right: FeelDateTime): number | null {
  if (!left.zone && !right.zone) return left.localSeconds - right.localSeconds
  const [one, other] = [left.instant, right.instant]
  return one === null || other === null ? null : one - other
}

function sameZone(left: FeelTime, right: FeelTime): boolean {
  return left.zone && right.zone ? left.zone.equals(right.zone) : left.zone === right.zone
}

function sizeOrder(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right)
}

/**
 * DMN equality: null equals only null; values of different types give null;
 * lists and contexts are compared deeply.
 */
export function equal(left: FeelValue, right: FeelValue, run: FeelRun): boolean | null {
  if (left === null || right === null) return left === right
  if (typeof left === 'string' && typeof right === 'string') return sameText(left, right, run)
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return null
  run.spend(1)
  return equalOfKind[kind]?.(left, right, run) ?? ordered(left, right, run)
}

function sameText(left: string, right: string, run: FeelRun): boolean {
  if (left.length === right.length) run.scan(left.length)
  return left === right
}

/** Equality for searches in lists: values of different types are unequal, not null. */
export function same(left: FeelValue, right: FeelValue, run: FeelRun): boolean {
  run.spend(1)
  return equal(left, right, run) === true
}

/** The function `is`: equality that also distinguishes time zones and does not compare instants. */
export function identical(left: FeelValue, right: FeelValue, run: FeelRun): boolean {
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return false
  if (kind === 'time' || kind === 'date and time') {
    const [one, other] = [left as FeelTime | FeelDateTime, right as FeelTime | FeelDateTime]
    return one.toString() === other.toString()
  }
  return equal(left, right, run) === true
}

type Equality = (left: FeelValue, right: FeelValue, run: FeelRun) => boolean | null

const equalOfKind: Partial<Record<string, Equality>> = {
  boolean: (left, right) => left === right,
  number: (left, right) => (left as Decimal).equals(right as Decimal),
  list: (left, right, run) => equalLists(left as FeelValue[], right as FeelValue[], run),
  context: (left, right, run) => equalContexts(left as FeelContext, right as FeelContext, run),
  range: (left, right, run) => equalRanges(left as FeelRange, right as FeelRange, run),
}

function ordered(left: FeelValue, right: FeelValue, run: FeelRun): boolean | null {
  const order = compare(left, right, run)
  return order === null ? null : order === 0
}

function equalLists(left: FeelValue[], right: FeelValue[], run: FeelRun): boolean {
  if (left.length !== right.length) return false
  run.spend(left.length)
  return left.every((item, index) => equal(item, right[index] ?? null, run) === true)
}

function equalContexts(left: FeelContext, right: FeelContext, run: FeelRun): boolean {
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  run.spend(keys.length)
  return keys.every((key) => {
    const other = entryOf(right, key)
    return other !== undefined && equal(entryOf(left, key) ?? null, other, run) === true
  })
}

function equalRanges(left: FeelRange, right: FeelRange, run: FeelRun): boolean {
  return (
    left.operator === right.operator &&
    left.startIncluded === right.startIncluded &&
    left.endIncluded === right.endIncluded &&
    equal(left.start, right.start, run) === true &&
    equal(left.end, right.end, run) === true
  )
}

/** Returns whether a value is in a range; null when it cannot be compared with the ends. */
export function inRange(value: FeelValue, range: FeelRange, run: FeelRun): boolean | null {
  if (range.operator === '=') return equal(value, range.end, run)
  if (range.operator === '!=') return negated(equal(value, range.end, run))
  const above = openStart(range) || after(compare(value, range.start, run), range.startIncluded)
  const below = openEnd(range) || after(compare(range.end, value, run), range.endIncluded)
  return and(above, below)
}

function openStart(range: FeelRange): boolean {
  return range.operator === '<' || range.operator === '<='
}

function openEnd(range: FeelRange): boolean {
  return range.operator === '>' || range.operator === '>='
}

function after(order: number | null, included: boolean): boolean | null {
  if (order === null) return null
  return included ? order >= 0 : order > 0
}

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value
}

/** Creates a range; null when its ends are of different types or out of order. With a null end, comparisons yield null. */
export function makeRange(parts: RangeParts, run?: FeelRun): FeelRange | null {
  const order = compare(parts.start, parts.end, run)
  const incomplete = parts.start === null || parts.end === null
  return incomplete || (order !== null && order <= 0) ? new FeelRange(parts) : null
}

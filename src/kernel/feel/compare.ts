import { type FeelValue, isNumber, kindOf } from './values.ts'
import type { FeelDate } from './temporal/date.ts'
import type { FeelDateTime } from './temporal/date-time.ts'
import type { DaysTimeDuration, YearsMonthsDuration } from './temporal/duration.ts'
import type { FeelTime } from './temporal/time.ts'

/**
 * Three-way comparison: negative, zero or positive. Null for values of different types, of a type without order, or if only one of them has
 * a time zone.
 */
export function compare(left: FeelValue, right: FeelValue): number | null {
  if (isNumber(left)) return isNumber(right) ? left.comparedTo(right) : null
  if (typeof left === 'string') return typeof right === 'string' ? textOrder(left, right) : null
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
function textOrder(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
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

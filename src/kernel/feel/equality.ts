import type { Decimal } from 'decimal.js'
import { compare } from './compare.ts'
import type { FeelRun } from './run.ts'
import { entryOf, type FeelContext, type FeelRange, type FeelValue, kindOf } from './values.ts'
import type { FeelDateTime } from './temporal/date-time.ts'
import type { FeelTime } from './temporal/time.ts'

/**
 * DMN equality: null equals only null; values of different types give null;
 * lists and contexts are compared deeply.
 */
export function equal(left: FeelValue, right: FeelValue, run: FeelRun): boolean | null {
  if (left === null || right === null) return left === right
  if (typeof left === 'string' && typeof right === 'string') return left === right
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return null
  run.spend(1)
  return equalOfKind[kind]?.(left, right, run) ?? ordered(left, right)
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

function ordered(left: FeelValue, right: FeelValue): boolean | null {
  const order = compare(left, right)
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

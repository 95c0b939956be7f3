import { Decimal } from 'decimal.js'
import type { FeelDate } from './temporal/date.ts'
import type { FeelDateTime, FeelTime } from './temporal/date-time.ts'
import type { DaysTimeDuration, YearsMonthsDuration } from './temporal/duration.ts'

export type FeelContext = { [key: string]: FeelValue }

/** The values of FEEL. Functions are not values. */
export type FeelValue =
  | null
  | boolean
  | string
  | Decimal
  | FeelDate
  | FeelTime
  | FeelDateTime
  | DaysTimeDuration
  | YearsMonthsDuration
  | FeelRange
  | FeelValue[]
  | FeelContext

type Special = FeelDate | FeelTime | FeelDateTime | DaysTimeDuration | YearsMonthsDuration | FeelRange

/** The name DMN gives to the type of a value. */
export type FeelTypeName = Special['kind'] | 'null' | 'boolean' | 'string' | 'number' | 'list' | 'context'

/** The type of a value; anything that is not a FEEL value counts as null. */
export function kindOf(value: FeelValue | undefined): FeelTypeName {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'object':
      return value === null ? 'null' : kindOfObject(value)
    default:
      return 'null'
  }
}

function kindOfObject(value: NonNullable<Exclude<FeelValue, string | boolean>>): FeelTypeName {
  if (Array.isArray(value)) return 'list'
  if (isNumber(value)) return 'number'
  return isSpecial(value) ? (value as Special).kind : 'context'
}

/** Returns whether a value is a number. */
export function isNumber(value: FeelValue | undefined): value is Decimal {
  return value instanceof Decimal
}

/** Returns whether a value is a string. */
export function isText(value: FeelValue | undefined): value is string {
  return typeof value === 'string'
}

/** Returns whether a value is a list. */
export function isList(value: FeelValue | undefined): value is FeelValue[] {
  return Array.isArray(value)
}

/** Returns whether a value is a context: a plain object, not a date, duration or range. */
export function isContext(value: FeelValue | undefined): value is FeelContext {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSpecial(value)
}

/** Decimals, temporal values and ranges are instances of classes; contexts are plain objects. */
function isSpecial(value: object): value is Special | Decimal {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && prototype !== Object.prototype
}

/** Creates a context without a prototype, against prototype pollution. */
export function emptyContext(): FeelContext {
  return Object.create(null) as FeelContext
}

const reservedKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns whether a key, such as `__proto__`, could reach a prototype; contexts refuse such keys. */
export function isReservedKey(key: string): boolean {
  return reservedKeys.has(key)
}

/** The value of a key in a context; undefined when it has none. */
export function entryOf(context: FeelContext, key: string): FeelValue | undefined {
  return Object.hasOwn(context, key) ? context[key] : undefined
}

export type TestOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

export interface RangeParts {
  readonly start: FeelValue
  readonly end: FeelValue
  readonly startIncluded: boolean
  readonly endIncluded: boolean
  /** Present when the range was written as a test such as `> 5`. */
  readonly operator?: TestOperator
}

/** An interval such as `[1..5)`, or a test such as `> 5`, which is unbounded on one side. */
export class FeelRange implements RangeParts {
  readonly kind = 'range'
  readonly start: FeelValue
  readonly end: FeelValue
  readonly startIncluded: boolean
  readonly endIncluded: boolean
  readonly operator: TestOperator | undefined

  constructor(parts: RangeParts) {
    this.start = parts.start
    this.end = parts.end
    this.startIncluded = parts.startIncluded
    this.endIncluded = parts.endIncluded
    this.operator = parts.operator
  }

  /** The range of all values for which `value operator operand` is true. */
  static test(operator: TestOperator, operand: FeelValue): FeelRange {
    const low = operator === '<' || operator === '<=' ? null : operand
    const high = operator === '>' || operator === '>=' ? null : operand
    return new FeelRange({
      start: low,
      end: high,
      startIncluded: operator === '>=' || operator === '=',
      endIncluded: operator === '<=' || operator === '=',
      operator,
    })
  }
}

/** Three-valued conjunction; a non-boolean counts as null. */
export function and(left: FeelValue, right: FeelValue): boolean | null {
  if (left === false || right === false) return false
  return left === true && right === true ? true : null
}

/** Three-valued disjunction; a non-boolean counts as null. */
export function or(left: FeelValue, right: FeelValue): boolean | null {
  if (left === true || right === true) return true
  return left === false && right === false ? false : null
}

/** Three-valued negation. */
export function not(value: FeelValue): boolean | null {
  return typeof value === 'boolean' ? !value : null
}

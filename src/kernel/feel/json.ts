import { FeelError, FeelRun } from './run.ts'
import { Num, numberText } from './numbers.ts'
import { rangeText } from './text.ts'
import { emptyContext, type FeelContext, FeelRange, type FeelValue, isContext, isList, isNumber, isReservedKey } from './values.ts'

/** Maximum nesting of a value; deeper values could exhaust the stack. */
export const deepestValue = 200

/**
 * Converts a JSON value to FEEL: numbers become decimals, undefined becomes null. FEEL values inside it (dates, decimals) are kept.
 * @throws FeelError for functions and other unsupported values, reserved keys, NaN, and nesting that is too deep.
 */
export function fromJson(value: unknown, depth = 0): FeelValue {
  if (depth > deepestValue) throw new FeelError('tooDeep', deepestValue)
  if (typeof value === 'object') return value && fromObject(value, depth)
  return fromPrimitive(value)
}

function fromPrimitive(value: unknown): FeelValue {
  if (value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return numberFrom(value)
  throw new FeelError('value', typeof value)
}

/**
 * Converts a FEEL value for `JSON.stringify`: temporal values and ranges become text; a decimal becomes a number if that is exact, else a
 * string of its digits.
 * @throws FeelError when the value is too large.
 */
export function toJson(value: FeelValue): unknown {
  return plain(value, new FeelRun())
}

function numberFrom(value: number | bigint): FeelValue {
  const number = new Num(typeof value === 'bigint' ? value.toString() : value)
  if (!number.isFinite()) throw new FeelError('value', String(value))
  return number
}

function fromObject(value: object, depth: number): FeelValue {
  if (Array.isArray(value)) return value.map((item) => fromJson(item, depth + 1))
  const candidate = value as FeelValue
  if (isNumber(candidate)) return new Num(candidate)
  if (!isContext(candidate)) return known(candidate)
  const context = emptyContext()
  for (const [key, item] of Object.entries(value)) {
    if (isReservedKey(key)) throw new FeelError('reservedKey', key)
    context[key] = fromJson(item, depth + 1)
  }
  return context
}

/** Accepts instances of FEEL's own classes, recognised by `kind`; other objects, such as Date, throw. */
function known(value: FeelValue): FeelValue {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
  if (typeof kind !== 'string') throw new FeelError('value', Object.prototype.toString.call(value))
  return value
}

function plain(value: FeelValue, run: FeelRun): unknown {
  run.spend(1)
  if (value === null || typeof value !== 'object') return value ?? null
  if (isNumber(value)) return exactNumber(numberText(value))
  if (isList(value)) return value.map((item) => plain(item, run))
  if (isContext(value)) return plainContext(value, run)
  return value instanceof FeelRange ? rangeText(value, run) : value.toString()
}

function plainContext(value: FeelContext, run: FeelRun): unknown {
  return Object.fromEntries(Object.keys(value).map((key) => [key, plain(value[key] ?? null, run)]))
}

/** A number prints its shortest digits, so it is exact if these equal the decimal. */
function exactNumber(digits: string): number | string {
  const number = Number(digits)
  return Number.isFinite(number) && new Num(number).eq(digits) ? number : digits
}

import { Decimal } from 'decimal.js'
import type { FeelRun } from './run.ts'

/** FEEL's number type: IEEE 754-2008 decimal128, 34 digits, half-even. */
export const Num = Decimal.clone({
  precision: 34,
  rounding: Decimal.ROUND_HALF_EVEN,
  modulo: Decimal.ROUND_FLOOR,
  minE: -6176,
  maxE: 6144,
  defaults: true,
})

export const zero = new Num(0)
export const one = new Num(1)

/** Limits of the scale: the exponents of decimal128. */
const smallestScale = -6111
const largestScale = 6176

/** The number if it is finite, else null: FEEL has neither NaN nor infinity. */
export function finite(value: Decimal): Decimal | null {
  return value.isFinite() ? value : null
}

/** Converts a decimal of another precision to `Num`, so that arithmetic keeps 34 digits. */
export function own(value: Decimal): Decimal {
  return value.constructor === Num ? value : new Num(value)
}

/** Creates a number from valid digits, without a check. */
export function numberOf(value: number | bigint | string): Decimal {
  return new Num(typeof value === 'bigint' ? value.toString() : value)
}

const plainNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d{1,9})?$/

/** Parses a number; null if the text is not one. */
export function parseNumber(text: string): Decimal | null {
  return plainNumber.test(text) ? finite(new Num(text)) : null
}

/** The canonical text: plain digits, no exponent, no trailing zeros. */
export function numberText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed()
}

/** All digits of a number, in exponential notation for very large and very small numbers. */
export function exactText(value: Decimal): string {
  return Math.abs(value.e) > plainExponent && !value.isZero() ? value.toExponential() : numberText(value)
}

const plainExponent = 60

/** Truncates to a safe integer; null if it is out of range. */
export function integer(value: Decimal): number | null {
  // fast path: Decimal stores up to seven digits in one word
  if (value.e >= 0 && value.e < 7 && value.d?.length === 1) return value.s * value.d[0]!
  const whole = value.trunc()
  return whole.abs().lte(Number.MAX_SAFE_INTEGER) ? whole.toNumber() : null
}

/** `value` rounded to `scale` decimal places (negative: tens, hundreds …); null when the scale is out of range. */
export function roundTo(value: Decimal, scale: Decimal, rounding: Decimal.Rounding): Decimal | null {
  const places = integer(scale)
  if (places === null || places < smallestScale || places > largestScale) return null
  if (places >= 0) return value.toDecimalPlaces(places, rounding)
  const unit = new Num(10).pow(-places)
  return finite(value.div(unit).toDecimalPlaces(0, rounding).times(unit))
}

/** The sum, rounded half-even to 34 digits; null where it is beyond decimal128. */
export function add(left: Decimal, right: Decimal): Decimal | null {
  return finite(own(left).plus(right))
}

/** The difference, rounded half-even to 34 digits; null where it is beyond decimal128. */
export function subtract(left: Decimal, right: Decimal): Decimal | null {
  return finite(own(left).minus(right))
}

/** The product, rounded half-even to 34 digits; null where it is beyond decimal128. */
export function multiply(left: Decimal, right: Decimal): Decimal | null {
  return finite(own(left).times(right))
}

/** The quotient, rounded half-even to 34 digits; null for a division by zero. */
export function divide(left: Decimal, right: Decimal, run: FeelRun): Decimal | null {
  run.spend(costs.quotient)
  return right.isZero() ? null : finite(own(left).div(right))
}

/** `base` to the power of `exponent`; null if the result is not a finite number, e.g. for the square root of -1. */
export function power(base: Decimal, exponent: Decimal, run: FeelRun): Decimal | null {
  const isWhole = exponent.isInteger() && exponent.abs().lte(largestWholePower)
  return charged(run, isWhole ? costs.wholePower : costs.power, () => finite(own(base).pow(exponent)))
}

/** Exponents up to here are few multiplications. */
const largestWholePower = 1_000

/** Steps of operations on numbers that take longer than one step. */
export const costs = { quotient: 4, wholePower: 64, power: 2_000, exponential: 1_000, root: 250 } as const

/** Charges the steps, then calculates. */
export function charged<T>(run: FeelRun, steps: number, calculate: () => T): T {
  run.spend(steps)
  return calculate()
}

/** The remainder of floor division: it has the sign of the divisor. */
export function modulo(dividend: Decimal, divisor: Decimal, run: FeelRun): Decimal | null {
  // all digits between the two are divided one after the other
  run.spend(costs.quotient + (Math.abs(dividend.e - divisor.e) >> 2))
  return divisor.isZero() ? null : finite(own(dividend).mod(divisor))
}

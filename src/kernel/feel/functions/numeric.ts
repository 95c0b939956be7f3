import { Decimal } from 'decimal.js'
import { finite, modulo, Num, roundTo, zero } from '../numbers.ts'
import { DaysTimeDuration, YearsMonthsDuration } from '../temporal/duration.ts'
import { define, type FeelFunction } from './define.ts'
import { length, months, number, optional } from './parameters.ts'

/** Functions of numbers. */
export const numeric: Readonly<Record<string, FeelFunction>> = {
  decimal: [define([number('n'), number('scale')], (_, n, scale) => roundTo(n, scale, Decimal.ROUND_HALF_EVEN))],
  floor: rounding(Decimal.ROUND_FLOOR),
  ceiling: rounding(Decimal.ROUND_CEIL),
  round: rounding(Decimal.ROUND_HALF_UP),
  'round up': roundingTo(Decimal.ROUND_UP),
  'round down': roundingTo(Decimal.ROUND_DOWN),
  'round half up': roundingTo(Decimal.ROUND_HALF_UP),
  'round half down': roundingTo(Decimal.ROUND_HALF_DOWN),
  abs: [
    define([number('n')], (_, n) => n.abs()),
    define([length('n')], (_, n) => new DaysTimeDuration(n.size)),
    define([months('n')], (_, n) => new YearsMonthsDuration(Math.abs(n.totalMonths))),
  ],
  modulo: [define([number('dividend'), number('divisor')], (_, dividend, divisor) => modulo(dividend, divisor))],
  sqrt: [define([number('number')], (_, n) => finite(n.sqrt()))],
  log: [define([number('number')], (_, n) => (n.gt(zero) ? finite(n.ln()) : null))],
  exp: [define([number('number')], (_, n) => finite(n.exp()))],
  odd: [define([number('number')], (_, n) => n.mod(two).abs().eq(1))],
  even: [define([number('number')], (_, n) => n.mod(two).isZero())],
}

const two = new Num(2)

/** A rounding function with an optional scale. @default scale 0 */
function rounding(mode: Decimal.Rounding): FeelFunction {
  return [define([number('n'), optional(number('scale'))], (_, n, scale) => roundTo(n, scale ?? zero, mode))]
}

function roundingTo(mode: Decimal.Rounding): FeelFunction {
  return [define([number('n'), number('scale')], (_, n, scale) => roundTo(n, scale, mode))]
}

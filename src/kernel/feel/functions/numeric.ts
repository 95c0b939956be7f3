import { Decimal } from 'decimal.js'
import { charged, costs, finite, modulo, Num, numberOf, one, own, roundTo, zero } from '../numbers.ts'
import { DaysTimeDuration, YearsMonthsDuration } from '../temporal/duration.ts'
import { define, type FeelFunction, length, list, months, number, optional, overList } from './define.ts'
import { compare } from '../comparison.ts'
import { and, type FeelValue, isNumber, or } from '../values.ts'
import type { FeelRun } from '../run.ts'

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
  modulo: [define([number('dividend'), number('divisor')], (run, dividend, divisor) => modulo(dividend, divisor, run))],
  sqrt: [define([number('number')], (run, n) => charged(run, costs.root, () => finite(n.sqrt())))],
  log: [define([number('number')], (run, n) => charged(run, costs.exponential, () => (n.gt(zero) ? finite(n.ln()) : null)))],
  exp: [define([number('number')], (run, n) => charged(run, costs.exponential, () => finite(n.exp())))],
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

const items = list('list')

/** Functions that reduce a list to one value; most also accept the items as separate arguments. */
export const aggregates: Readonly<Record<string, FeelFunction>> = {
  count: [define([items], (_, values) => numberOf(values.length))],
  min: overList(items, (run, values) => extreme(values, -1, run)),
  max: overList(items, (run, values) => extreme(values, 1, run)),
  /** The sum of an empty list is 0, so that a table without rows totals 0. (DMN: null.) */
  sum: overNumbers((numbers) => total(numbers)),
  mean: overNumbers((numbers) => (numbers.length === 0 ? null : mean(numbers))),
  product: overNumbers((numbers) => numbers.length === 0 ? null : finite(numbers.reduce((result, value) => result.times(value), one))),
  median: overNumbers(median, 8),
  stddev: overNumbers((numbers) => (numbers.length < 2 ? null : deviation(numbers)), 8),
  mode: overNumbers(mode, 8),
  all: overList(items, (run, values) => reduce(values, true, run)),
  any: overList(items, (run, values) => reduce(values, false, run)),
}

/** A function of numbers: null when any item is not a number. Each is charged as `cost` steps. @default cost 1 */
function overNumbers(body: (numbers: Decimal[]) => FeelValue, cost = 1): FeelFunction {
  return overList(items, (run, values) => {
    run.spend(values.length * cost)
    return values.every(isNumber) ? body(values.map(own)) : null
  })
}

function total(numbers: Decimal[]): Decimal | null {
  return finite(numbers.reduce((result, value) => result.plus(value), zero))
}

function mean(numbers: Decimal[]): Decimal | null {
  const sum = total(numbers)
  return sum && finite(sum.div(numbers.length))
}

function sorted(numbers: Decimal[]): Decimal[] {
  return numbers.toSorted((left, right) => left.comparedTo(right))
}

function median(numbers: Decimal[]): Decimal | null {
  const ordered = sorted(numbers)
  const middle = ordered.length >> 1
  const high = ordered[middle]
  const low = ordered[ordered.length % 2 === 1 ? middle : middle - 1]
  return low && high ? finite(low.plus(high).div(2)) : null
}

/** The sample standard deviation. */
function deviation(numbers: Decimal[]): Decimal | null {
  const average = mean(numbers)
  if (!average) return null
  const squares = numbers.reduce((sum, value) => sum.plus(value.minus(average).pow(2)), zero)
  return finite(squares.div(numbers.length - 1).sqrt())
}

/** The most frequent numbers, ascending. */
function mode(numbers: Decimal[]): FeelValue {
  const counts = new Map<string, number>()
  for (const value of numbers) counts.set(value.toString(), (counts.get(value.toString()) ?? 0) + 1)
  const highest = Math.max(0, ...counts.values())
  const modes = [...counts].filter(([, count]) => count === highest).map(([text]) => new Num(text))
  return sorted(modes)
}

/** The smallest (-1) or largest (1) of comparable values. */
function extreme(values: FeelValue[], sign: number, run: FeelRun): FeelValue {
  run.spend(values.length)
  let best = values[0] ?? null
  for (const value of values) {
    const order = compare(value, best, run)
    if (order === null) return null
    if (order * sign > 0) best = value
  }
  return best
}

/** `all` (true) or `any` (false): three-valued, null when an item is neither a boolean nor null. */
function reduce(values: FeelValue[], start: boolean, run: FeelRun): FeelValue {
  run.spend(values.length)
  const combine = start ? and : or
  if (values.some((value) => value !== null && typeof value !== 'boolean')) return null
  return values.reduce<boolean | null>(combine, start)
}

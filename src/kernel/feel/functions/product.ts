import { Decimal } from 'decimal.js'
import { luhn } from '#kernel/values/patterns.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { spelledNumber } from '#kernel/parameters/parameters.ts'
import { compare } from '../comparison.ts'
import { charged, multiply, Num, numberOf, roundTo } from '../numbers.ts'
import type { FeelRun } from '../run.ts'
import { between, dayOf } from '../temporal/arithmetic.ts'
import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { parseDate, parseDateTime } from '../temporal/parse.ts'
import { entryOf, type FeelValue, isContext, isText } from '../values.ts'
import { any, define, type FeelFunction, list, number, type Parameter, text } from './define.ts'
import { codePoints } from './strings.ts'

/** A date, or a date and time, also in the text format of forms: `2026-11-20`, `2026-11-20 10:00:00`. */
function moment(name: string): Parameter<FeelDate | FeelDateTime> {
  return {
    name,
    optional: false,
    accept: (input) => {
      const value = isText(input) ? parseDate(input) ?? parseDateTime(input.replace(' ', 'T')) : input
      return value instanceof FeelDate || value instanceof FeelDateTime ? { value } : undefined
    },
  }
}

/** The functions the product adds to DMN. */
export const product: Readonly<Record<string, FeelFunction>> = {
  /** Calendar days, both ends included: 1 for the same day; 0 when `to` is the day before `from`, negative before that. */
  days: [define([moment('from'), moment('to')], (_, from, to) => numberOf(dayOf(to).epochDay - dayOf(from).epochDay + 1))],
  /** Whole minutes between two moments; negative when `to` is earlier. */
  minutes: [define([moment('from'), moment('to')], (_, from, to) => minutes(from, to))],
  /** The month as `yyyyMM`. */
  monthOf: [define([moment('date')], (_, date) => dayOf(date).toString().slice(0, -3).replaceAll('-', ''))],
  /** `amount × rate` in RMB, rounded half-up to the cent. */
  rmb: [
    define([number('amount'), number('rate')], (_, amount, rate) => {
      const exact = multiply(amount, rate)
      return exact && roundTo(exact, two, Decimal.ROUND_HALF_UP)
    }),
  ],
  /** Whether the periods of any two rows overlap. Touching ends do not overlap; rows without both ends are ignored. */
  overlap: [define([list('rows'), text('start'), text('end')], (run, rows, start, end) => overlap(rows, [start, end], run))],
  /** Whether a card number of 12 to 19 digits (spaces are ignored) passes the Luhn check. */
  luhn: [define([text('s')], (_, s) => luhn(s))],
  /** Length in code points: a Chinese character counts as one. */
  len: [define([text('s')], (_, s) => numberOf(codePoints(s)))],
  /** The label of a dictionary value. */
  dict: [
    define([text('key'), text('value')], (run, key, value) => run.environment.dict?.(key, value) ?? null),
    define([any('key'), any('value')], () => null),
  ],
  /** A configurable parameter stored as the label of a dictionary value: a number if it parses as one, else text; null if it is absent. */
  parameter: [
    define([text('key'), text('value')], (run, key, value) => figureOf(run.environment.dict?.(key, value) ?? null)),
    define([any('key'), any('value')], () => null),
  ],
}

function figureOf(label: string | null): FeelValue {
  if (label === null) return null
  const figure = nameOf(label, 'cn')
  const spelled = spelledNumber(figure)
  return spelled ? new Num(spelled) : figure
}

const two = new Num(2)

function minutes(from: FeelDate | FeelDateTime, to: FeelDate | FeelDateTime): FeelValue {
  const elapsed = between(asMoment(from, to), asMoment(to, from))
  return elapsed && numberOf(elapsed.nanos / 60_000_000_000n)
}

/** Treats a date as its local midnight when it is compared with a date and time without zone. */
function asMoment(value: FeelDate | FeelDateTime, other: FeelDate | FeelDateTime): FeelDate | FeelDateTime {
  const local = value instanceof FeelDate && other instanceof FeelDateTime && !other.zone
  return local ? parseDateTime(value.toString()) ?? value : value
}

interface RangeBounds {
  readonly start: FeelValue
  readonly end: FeelValue
}

function overlap(rows: FeelValue[], [start, end]: [string, string], run: FeelRun): FeelValue {
  const periods = rows.flatMap((row): RangeBounds[] => {
    if (!isContext(row)) return []
    const period = { start: entryOf(row, start) ?? null, end: entryOf(row, end) ?? null }
    return compare(period.start, period.end, run) === null ? [] : [period]
  })
  run.list(periods)
  periods.sort((one, other) => charged(run, 1, () => compare(one.start, other.start, run)) ?? 0)
  let latest: FeelValue = null
  for (const period of periods) {
    if (latest !== null && (compare(period.start, latest, run) ?? 0) < 0) return true
    if (latest === null || (compare(period.end, latest, run) ?? 0) > 0) latest = period.end
  }
  return false
}

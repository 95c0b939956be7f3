import { compare } from '../comparison.ts'
import { and, FeelRange, type FeelValue, not, or } from '../values.ts'
import { define, type FeelFunction, type Overload, point, range } from './define.ts'

type Truth = boolean | null

/** Functions of points and ranges (DMN 1.5, table 78). An open side of a range has a null end, which compares as null. */
export const ranges: Readonly<Record<string, FeelFunction>> = {
  before: [
    points((one, other) => less(one, other)),
    pointRange((value, r) => or(less(value, r.start), and(equal(value, r.start), !r.startIncluded))),
    rangePoint((r, value) => or(less(r.end, value), and(equal(r.end, value), !r.endIncluded))),
    both((a, b) => or(less(a.end, b.start), and(equal(a.end, b.start), !(a.endIncluded && b.startIncluded)))),
  ],
  after: [
    points((one, other) => less(other, one)),
    pointRange((value, r) => or(less(r.end, value), and(equal(value, r.end), !r.endIncluded))),
    rangePoint((r, value) => or(less(value, r.start), and(equal(r.start, value), !r.startIncluded))),
    both((a, b) => or(less(b.end, a.start), and(equal(a.start, b.end), !(a.startIncluded && b.endIncluded)))),
  ],
  meets: [both((a, b) => all(a.endIncluded, b.startIncluded, equal(a.end, b.start)))],
  'met by': [both((a, b) => all(a.startIncluded, b.endIncluded, equal(a.start, b.end)))],
  overlaps: [both((a, b) => and(startsBeforeEndOf(a, b), startsBeforeEndOf(b, a)))],
  'overlaps before': [both(overlapsBefore)],
  'overlaps after': [both((a, b) => overlapsBefore(b, a))],
  finishes: [
    define([point('point'), range('range')], (_, value, r) => and(r.endIncluded, equal(value, r.end))),
    both((a, b) => finishes(a, b)),
  ],
  'finished by': [
    define([range('range'), point('point')], (_, r, value) => and(r.endIncluded, equal(r.end, value))),
    both((a, b) => finishes(b, a)),
  ],
  includes: [rangePoint((r, value) => inside(value, r)), both((a, b) => covers(a, b))],
  during: [pointRange((value, r) => inside(value, r)), both((a, b) => covers(b, a))],
  starts: [
    define([point('point'), range('range')], (_, value, r) => and(r.startIncluded, equal(value, r.start))),
    both((a, b) => starts(a, b)),
  ],
  'started by': [
    define([range('range'), point('point')], (_, r, value) => and(r.startIncluded, equal(r.start, value))),
    both((a, b) => starts(b, a)),
  ],
  coincides: [
    points((one, other) => equal(one, other)),
    both((a, b) =>
      all(
        equal(a.start, b.start),
        a.startIncluded === b.startIncluded,
        equal(a.end, b.end),
        a.endIncluded === b.endIncluded,
      )
    ),
  ],
}

function points(body: (one: FeelValue, other: FeelValue) => Truth): Overload {
  return define([point('point1'), point('point2')], (_, one, other) => body(one, other))
}

function pointRange(body: (value: FeelValue, r: FeelRange) => Truth): Overload {
  return define([point('point'), range('range')], (_, value, r) => body(value, r))
}

function rangePoint(body: (r: FeelRange, value: FeelValue) => Truth): Overload {
  return define([range('range'), point('point')], (_, r, value) => body(r, value))
}

function both(body: (one: FeelRange, other: FeelRange) => Truth): Overload {
  return define([range('range1'), range('range2')], (_, one, other) => body(one, other))
}

function less(one: FeelValue, other: FeelValue): Truth {
  const order = compare(one, other)
  return order === null ? null : order < 0
}

function equal(one: FeelValue, other: FeelValue): Truth {
  const order = compare(one, other)
  return order === null ? null : order === 0
}

function all(...conditions: Truth[]): Truth {
  return conditions.reduce<Truth>(and, true)
}

function inside(value: FeelValue, r: FeelRange): Truth {
  return and(
    or(less(r.start, value), and(equal(r.start, value), r.startIncluded)),
    or(less(value, r.end), and(equal(value, r.end), r.endIncluded)),
  )
}

/** Returns whether `a` starts no later than `b` ends. */
function startsBeforeEndOf(a: FeelRange, b: FeelRange): Truth {
  return or(less(a.start, b.end), all(equal(a.start, b.end), a.startIncluded, b.endIncluded))
}

/** Returns whether `a` starts no later than `b`. */
function startsNoLater(a: FeelRange, b: FeelRange): Truth {
  return or(less(a.start, b.start), and(equal(a.start, b.start), a.startIncluded || !b.startIncluded))
}

/** Returns whether `a` ends no later than `b`. */
function endsNoLater(a: FeelRange, b: FeelRange): Truth {
  return or(less(a.end, b.end), and(equal(a.end, b.end), b.endIncluded || !a.endIncluded))
}

/** Returns whether `a` starts before `b`, overlaps it, and ends no later. */
function overlapsBefore(a: FeelRange, b: FeelRange): Truth {
  return all(not(startsNoLater(b, a)), startsBeforeEndOf(b, a), endsNoLater(a, b))
}

function covers(a: FeelRange, b: FeelRange): Truth {
  return and(startsNoLater(a, b), endsNoLater(b, a))
}

function finishes(a: FeelRange, b: FeelRange): Truth {
  return all(a.endIncluded === b.endIncluded, equal(a.end, b.end), startsNoLater(b, a))
}

function starts(a: FeelRange, b: FeelRange): Truth {
  return all(equal(a.start, b.start), a.startIncluded === b.startIncluded, endsNoLater(a, b))
}

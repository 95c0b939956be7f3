import { and } from './logic.ts'
import { compare } from './compare.ts'
import { equal } from './equality.ts'
import type { FeelRun } from './run.ts'
import { FeelRange, type FeelValue, type RangeParts } from './values.ts'

/** Returns whether a value is in a range; null when it cannot be compared with the ends. */
export function inRange(value: FeelValue, range: FeelRange, run: FeelRun): boolean | null {
  if (range.operator === '=') return equal(value, range.end, run)
  if (range.operator === '!=') return negated(equal(value, range.end, run))
  const above = openStart(range) || after(compare(value, range.start), range.startIncluded)
  const below = openEnd(range) || after(compare(range.end, value), range.endIncluded)
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
export function makeRange(parts: RangeParts): FeelRange | null {
  const order = compare(parts.start, parts.end)
  const incomplete = parts.start === null || parts.end === null
  return incomplete || (order !== null && order <= 0) ? new FeelRange(parts) : null
}

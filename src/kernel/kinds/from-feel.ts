import { Decimal } from 'decimal.js'
import { FeelDate } from '../feel/temporal/date.ts'
import { FeelDateTime, FeelTime } from '../feel/temporal/date-time.ts'
import { type FeelValue, isContext, isList, isNumber, isText } from '../feel/values.ts'

/** Converts a text, number or date to text; null for other types. */
export function feelText(value: FeelValue): string | null {
  if (isText(value)) return value
  if (isNumber(value)) return value.isZero() ? '0' : value.toFixed()
  return feelDate(value) ?? feelDateTime(value) ?? feelTime(value)
}

/** The id of a record, given as context or as id. */
export function feelId(value: FeelValue): string | null {
  if (isText(value)) return value === '' ? null : value
  const id = isContext(value) ? value['id'] : null
  return isText(id) ? id : null
}

/** The ids of a list; a single value counts as a list of one. */
export function feelIds(value: FeelValue): string[] | null {
  if (value === null) return null
  const items = isList(value) ? value : [value]
  return items.map(feelId).filter((id) => id !== null)
}

/** Converts a number to decimal text, rounded half-up to `places` if given. */
export function feelDecimal(value: FeelValue, places?: number): string | null {
  const number = isNumber(value) ? value : null
  if (!number) return null
  const rounded = places === undefined ? number : number.toDecimalPlaces(places, Decimal.ROUND_HALF_UP)
  return rounded.isZero() ? '0' : rounded.toFixed()
}

/** Converts to an integer, rounded half-up; null beyond the safe range. */
export function feelInteger(value: FeelValue): number | null {
  const number = isNumber(value) ? value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() : null
  return number !== null && Number.isSafeInteger(number) ? number + 0 : null
}

/** The boolean; null for other types. */
export const feelBoolean = (value: FeelValue): boolean | null => (typeof value === 'boolean' ? value : null)

/** The date, also of a date and time, as yyyy-MM-dd. */
export function feelDate(value: FeelValue): string | null {
  if (value instanceof FeelDateTime) return value.date.toString()
  return value instanceof FeelDate ? value.toString() : null
}

/** yyyy-MM-dd HH:mm:ss; a date alone is its midnight. */
export function feelDateTime(value: FeelValue): string | null {
  if (value instanceof FeelDate) return `${value} 00:00:00`
  return value instanceof FeelDateTime ? `${value.date} ${clockOf(value.time)}` : null
}

/** The time, also of a date and time, as HH:mm:ss. */
export function feelTime(value: FeelValue): string | null {
  if (value instanceof FeelDateTime) return clockOf(value.time)
  return value instanceof FeelTime ? clockOf(value) : null
}

const clockOf = ({ hour, minute, second }: FeelTime): string =>
  [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')

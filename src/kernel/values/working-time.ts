import type { DateText } from '../fields.ts'
import { memoize } from '../memoize.ts'

/**
 * Exceptions to the working week: holidays from Monday to Friday, and working days on Saturday or Sunday.
 */
export type WorkingCalendar = ReadonlyMap<DateText, 'holiday' | 'workday'>

/**
 * Adds working hours, possibly fractional, to an instant. Only time within the shifts of working days counts. Returns the same instant for
 * 0 hours.
 * @throws RangeError unless `hours` is finite and not negative
 */
export function afterWorkingHours(from: Date, hours: number, calendar: WorkingCalendar): Date {
  if (!Number.isFinite(hours) || hours < 0) throw new RangeError('Working hours are a finite number that is not negative')
  if (hours === 0) return from
  const start = from.getTime() + offset
  let left = hours * hour
  for (let day = Math.floor(start / dayLength);; day += 1) {
    for (const { begins, ends } of isWorked(day, calendar) ? shifts : []) {
      const begin = Math.max(start, day * dayLength + begins)
      const length = day * dayLength + ends - begin
      if (length >= left) return new Date(begin + left - offset)
      left -= Math.max(0, length)
    }
  }
}

/** Counts the working days from a day (inclusive) to the end of its month. */
export function workingDaysLeft(day: DateText, calendar: WorkingCalendar): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = Date.parse(day) / dayLength
  const last = Date.UTC(year, month, 0) / dayLength
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((each) => isWorked(each, calendar)).length
}

const hour = 3_600_000
const dayLength = 24 * hour
/** Offset of Asia/Shanghai, +08:00 since 1991. */
const offset = 8 * hour

/** Eight hours a day, with a break at noon. */
const shifts = [{ begins: 9 * hour, ends: 12 * hour }, { begins: 13 * hour, ends: 18 * hour }]

/** `day` counts from 1970-01-01, a Thursday. */
function isWorked(day: number, calendar: WorkingCalendar): boolean {
  const exception = exceptionsOf(calendar).get(day)
  return exception === undefined ? (day + 3) % 7 < 5 : exception === 'workday'
}

const exceptionsOf = memoize((calendar: WorkingCalendar) =>
  new Map([...calendar].map(([day, kind]) => [Date.parse(day) / dayLength, kind]))
)

/** Proleptic Gregorian calendar arithmetic on plain numbers; no time zone, no clock. */

const largestYear = 999_999_999
const daysPerEra = 146_097

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days of a month, 1 = January. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (lengths[month - 1] ?? 0)
}

/** Days since 1970-01-01. */
export function toEpochDay(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysPerEra + dayOfEra - 719_468
}

/** Converts days since 1970-01-01 to year, month and day. */
export function fromEpochDay(epochDay: number): { year: number; month: number; day: number } {
  const shifted = epochDay + 719_468
  const era = Math.floor(shifted / daysPerEra)
  const dayOfEra = shifted - era * daysPerEra
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** Monday = 1 … Sunday = 7. */
function weekday(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1
}

/** ISO 8601 week number. */
export function weekOfYear(epochDay: number): number {
  const thursday = epochDay - weekday(epochDay) + 4
  const firstDay = toEpochDay(fromEpochDay(thursday).year, 1, 1)
  return Math.floor((thursday - firstDay) / 7) + 1
}

/** A year as four or more digits with its sign. */
function yearText(year: number): string {
  return (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0')
}

/** Pads a number below 100 to two digits. */
export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** A calendar date without time or zone. */
export class FeelDate {
  readonly kind = 'date'
  readonly year: number
  readonly month: number
  readonly day: number

  private constructor(year: number, month: number, day: number) {
    this.year = year
    this.month = month
    this.day = day
  }

  /** The date, or null when there is no such day. */
  static of(year: number, month: number, day: number): FeelDate | null {
    const exists = [year, month, day].every(Number.isInteger) && Math.abs(year) <= largestYear &&
      day >= 1 && day <= daysInMonth(year, month)
    return exists ? new FeelDate(year, month, day) : null
  }

  static ofEpochDay(epochDay: number): FeelDate | null {
    const { year, month, day } = fromEpochDay(epochDay)
    return FeelDate.of(year, month, day)
  }

  /** Days since 1970-01-01. */
  get epochDay(): number {
    return toEpochDay(this.year, this.month, this.day)
  }

  /** Monday = 1 … Sunday = 7. */
  get weekday(): number {
    return weekday(this.epochDay)
  }

  /** The same day `months` later; the last day of the month when that month is shorter. */
  plusMonths(months: number): FeelDate | null {
    const total = this.year * 12 + (this.month - 1) + months
    const year = Math.floor(total / 12)
    const month = total - year * 12 + 1
    return FeelDate.of(year, month, Math.min(this.day, daysInMonth(year, month)))
  }

  toString(): string {
    return `${yearText(this.year)}-${twoDigits(this.month)}-${twoDigits(this.day)}`
  }
}

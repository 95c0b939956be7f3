import { daysInMonth, fromEpochDay, largestYear, toEpochDay, twoDigits, weekday, yearText } from './calendar.ts'

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

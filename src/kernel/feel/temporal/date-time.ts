import { FeelDate } from './date.ts'
import { FeelTime } from './time.ts'
import { splitSeconds, type Zone } from './zone.ts'

/** A date with a time of day, with or without a zone. */
export class FeelDateTime {
  readonly kind = 'date and time'
  readonly date: FeelDate
  readonly time: FeelTime

  constructor(date: FeelDate, time: FeelTime) {
    this.date = date
    this.time = time
  }

  /** From local seconds since 1970. */
  static ofLocal(seconds: number, nano: number, zone: Zone | null): FeelDateTime | null {
    const { year, month, day, secondOfDay } = splitSeconds(seconds)
    const date = FeelDate.of(year, month, day)
    return date && new FeelDateTime(date, FeelTime.ofSecondOfDay(secondOfDay, nano, zone))
  }

  /** From an instant, seconds since 1970 UTC, shown on the clock of `zone`. */
  static ofInstant(seconds: number, nano: number, zone: Zone): FeelDateTime | null {
    return FeelDateTime.ofLocal(seconds + zone.offsetAtInstant(seconds), nano, zone)
  }

  get zone(): Zone | null {
    return this.time.zone
  }

  /** The time of the local clock, as seconds since 1970. */
  get localSeconds(): number {
    return this.date.epochDay * 86_400 + this.time.secondOfDay
  }

  /** Seconds since 1970 UTC, or null without a zone. */
  get instant(): number | null {
    return this.zone ? this.localSeconds - this.zone.offsetAtLocal(this.localSeconds) : null
  }

  toString(): string {
    return `${this.date}T${this.time}`
  }
}

import { twoDigits } from './calendar.ts'
import { fractionText } from './duration.ts'
import type { Zone } from './zone.ts'

export interface ClockParts {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly nano?: number
  readonly zone?: Zone | null
}

/** A time of day, with or without a zone. */
export class FeelTime {
  readonly kind = 'time'
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly nano: number
  readonly zone: Zone | null

  private constructor(parts: Required<ClockParts>) {
    this.hour = parts.hour
    this.minute = parts.minute
    this.second = parts.second
    this.nano = parts.nano
    this.zone = parts.zone
  }

  /** Creates a time; null if a part is out of range. */
  static of(parts: ClockParts): FeelTime | null {
    const { hour, minute, second, nano = 0, zone = null } = parts
    const valid = within(hour, 23) && within(minute, 59) && within(second, 59) && within(nano, 999_999_999)
    return valid ? new FeelTime({ hour, minute, second, nano, zone }) : null
  }

  static ofSecondOfDay(secondOfDay: number, nano: number, zone: Zone | null): FeelTime {
    const hour = Math.floor(secondOfDay / 3600)
    const minute = Math.floor(secondOfDay / 60) % 60
    return new FeelTime({ hour, minute, second: secondOfDay % 60, nano, zone })
  }

  get secondOfDay(): number {
    return this.hour * 3600 + this.minute * 60 + this.second
  }

  /** Seconds since midnight UTC, with a named zone's offset on 1970-01-01. Null without a zone. */
  get utcSecond(): number | null {
    return this.zone ? this.secondOfDay - this.zone.offsetAtLocal(this.secondOfDay) : null
  }

  withZone(zone: Zone | null): FeelTime {
    return new FeelTime({ ...this, zone })
  }

  toString(): string {
    const clock = `${twoDigits(this.hour)}:${twoDigits(this.minute)}:${twoDigits(this.second)}`
    return `${clock}${fractionText(this.nano)}${this.zone?.toString() ?? ''}`
  }
}

function within(value: number, largest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largest
}

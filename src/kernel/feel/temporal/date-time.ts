import { FeelDate, fromEpochDay, toEpochDay, twoDigits } from './date.ts'
import { fractionText } from './duration.ts'

const secondsPerDay = 86_400
/** Largest offset from UTC, in seconds; ISO 8601 time zones stay within ±18 hours. */
const largestOffset = 18 * 3600
/** Largest instant that Intl supports, in seconds: ±100 million days around 1970. */
const largestInstant = 8_000_000_000_000

const offsetText = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const formats = new Map<string, Intl.DateTimeFormat | null>()
const cacheLimit = 1000

/** A fixed offset from UTC in seconds, or an IANA zone whose offset depends on the moment. */
export class Zone {
  readonly id: string | null
  private readonly offset: number

  private constructor(id: string | null, offset: number) {
    this.id = id
    this.offset = offset
  }

  static readonly utc = new Zone(null, 0)

  /** A zone with a fixed offset in seconds; null beyond ±18 hours. */
  static fixed(offset: number): Zone | null {
    return Math.abs(offset) <= largestOffset ? new Zone(null, offset) : null
  }

  /** Parses `Z`, `+08:00`, `-05:30:15` or `@Asia/Shanghai`; null if invalid. */
  static parse(text: string): Zone | null {
    if (text.startsWith('@')) return Zone.named(text.slice(1))
    return text === 'Z' ? Zone.utc : Zone.parseOffset(text)
  }

  private static parseOffset(text: string): Zone | null {
    const [, sign, hours, minutes, seconds = 0] = offsetText.exec(text) ?? []
    if (sign === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    return Zone.fixed(sign === '-' ? -size : size)
  }

  private static named(id: string): Zone | null {
    return zoneName.test(id) && formatOf(id) ? new Zone(id, 0) : null
  }

  /** Offset in seconds east of UTC at a local time, given as local seconds since 1970. */
  offsetAtLocal(local: number): number {
    if (this.id === null) return this.offset
    const guess = this.offsetAtInstant(local)
    return this.offsetAtInstant(local - guess)
  }

  /** Offset in seconds east of UTC at an instant, given as seconds since 1970 UTC. */
  offsetAtInstant(instant: number): number {
    return this.id === null ? this.offset : namedOffset(this.id, instant)
  }

  equals(other: Zone): boolean {
    return this.id === other.id && this.offset === other.offset
  }

  toString(): string {
    if (this.id !== null) return `@${this.id}`
    if (this.offset === 0) return 'Z'
    const size = Math.abs(this.offset)
    const seconds = size % 60
    const clock = `${twoDigits(Math.floor(size / 3600))}:${twoDigits(Math.floor(size / 60) % 60)}`
    return (this.offset < 0 ? '-' : '+') + clock + (seconds === 0 ? '' : `:${twoDigits(seconds)}`)
  }
}

function formatOf(id: string): Intl.DateTimeFormat | null {
  const known = formats.get(id)
  if (known !== undefined) return known
  if (formats.size > cacheLimit) formats.clear()
  const format = createFormat(id)
  formats.set(id, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}

function namedOffset(id: string, instant: number): number {
  const format = formatOf(id)
  if (!format) return 0
  const clamped = Math.max(-largestInstant, Math.min(largestInstant, Math.floor(instant)))
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(clamped * 1000)) parts[type] = value
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year'])
  const days = toEpochDay(year, Number(parts['month']), Number(parts['day']))
  const local = days * secondsPerDay + Number(parts['hour']) * 3600 + Number(parts['minute']) * 60 + Number(parts['second'])
  return local - clamped
}

/** Splits local seconds since 1970 into a calendar day and a second of that day. */
function splitSeconds(seconds: number): { year: number; month: number; day: number; secondOfDay: number } {
  const epochDay = Math.floor(seconds / secondsPerDay)
  return { ...fromEpochDay(epochDay), secondOfDay: seconds - epochDay * secondsPerDay }
}

interface ClockParts {
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

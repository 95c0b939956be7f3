import { fromEpochDay, toEpochDay, twoDigits } from './calendar.ts'

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
export function splitSeconds(seconds: number): { year: number; month: number; day: number; secondOfDay: number } {
  const epochDay = Math.floor(seconds / secondsPerDay)
  return { ...fromEpochDay(epochDay), secondOfDay: seconds - epochDay * secondsPerDay }
}

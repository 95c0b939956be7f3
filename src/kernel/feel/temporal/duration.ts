const nanosPerSecond = 1_000_000_000n

/** A duration of days, hours, minutes and seconds, exact to the nanosecond. */
export class DaysTimeDuration {
  readonly kind = 'days and time duration'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }

  static ofSeconds(seconds: number, nanos = 0): DaysTimeDuration {
    return new DaysTimeDuration(BigInt(seconds) * nanosPerSecond + BigInt(nanos))
  }

  get size(): bigint {
    return this.nanos < 0n ? -this.nanos : this.nanos
  }

  /** Whole parts, each with the sign of the duration; seconds drop their fraction. */
  get parts(): { days: number; hours: number; minutes: number; seconds: number } {
    const sign = this.nanos < 0n ? -1 : 1
    const seconds = this.size / nanosPerSecond
    const part = (value: bigint): number => (value === 0n ? 0 : Number(value) * sign)
    return {
      days: part(seconds / 86_400n),
      hours: part((seconds / 3600n) % 24n),
      minutes: part((seconds / 60n) % 60n),
      seconds: part(seconds % 60n),
    }
  }

  toString(): string {
    if (this.nanos === 0n) return 'PT0S'
    const { days, hours, minutes, seconds } = this.parts
    const whole = Math.abs(seconds)
    const fraction = fractionText(Number(this.size % nanosPerSecond))
    const clock = unit(hours, 'H') + unit(minutes, 'M') + (whole === 0 && fraction === '' ? '' : `${whole}${fraction}S`)
    return `${this.nanos < 0n ? '-' : ''}P${unit(days, 'D')}${clock === '' ? '' : `T${clock}`}`
  }
}

/** A duration of whole months. */
export class YearsMonthsDuration {
  readonly kind = 'years and months duration'
  readonly totalMonths: number

  constructor(totalMonths: number) {
    this.totalMonths = totalMonths === 0 ? 0 : totalMonths
  }

  get years(): number {
    return Math.trunc(this.totalMonths / 12) + 0
  }

  get months(): number {
    return (this.totalMonths % 12) + 0
  }

  toString(): string {
    if (this.totalMonths === 0) return 'P0M'
    return `${this.totalMonths < 0 ? '-' : ''}P${unit(this.years, 'Y')}${unit(this.months, 'M')}`
  }
}

export type Duration = DaysTimeDuration | YearsMonthsDuration

/** The fraction of a second: `.5` for half a second, empty for 0. */
export function fractionText(nanos: number): string {
  return nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
}

function unit(value: number, letter: string): string {
  return value === 0 ? '' : `${Math.abs(value)}${letter}`
}

import type { Environment } from '../run.ts'
import { FeelDate } from './date.ts'
import { FeelDateTime } from './date-time.ts'
import { parseDate, parseDateTime } from './parse.ts'
import { Zone } from './zone.ts'

/** The product's own time zone: its clock counts when the environment gives none. */
const homeZone = '@Asia/Shanghai'

/** The date of `today()`: of the environment, of its moment, or of the system clock. */
export function today(environment: Environment): FeelDate | null {
  if (environment.today !== undefined) return parseDate(environment.today) ?? parseDateTime(environment.today)?.date ?? null
  return now(environment)?.date ?? null
}

/** The moment of `now()`: of the environment, or of the system clock with the offset of the home zone. */
export function now(environment: Environment): FeelDateTime | null {
  return environment.now === undefined ? systemClock() : parseDateTime(environment.now)
}

function systemClock(): FeelDateTime | null {
  const milliseconds = Date.now()
  const seconds = Math.floor(milliseconds / 1000)
  const zone = Zone.parse(homeZone) ?? Zone.utc
  const offset = Zone.fixed(zone.offsetAtInstant(seconds)) ?? Zone.utc
  return FeelDateTime.ofInstant(seconds, (milliseconds - seconds * 1000) * 1_000_000, offset)
}

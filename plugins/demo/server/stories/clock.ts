const hour = 3_600_000
const day = 24 * hour
/** The company's clock is eight hours ahead. */
const ahead = 8 * hour

/** When people are at work, o'clock. */
const opens = 9
const closes = 18

/** A day so long before or after the present, yyyy-MM-dd. */
export const dayFrom = (at: Date, days: number): string => new Date(at.getTime() + days * day + ahead).toISOString().slice(0, 10)

/**
 * An instant so many days before the present, at an hour of that working day; what would fall on a weekend falls on the Friday before.
 * Never after the present.
 */
export function before(anchor: Date, days: number, o = opens): Date {
  const midnight = Date.parse(`${dayFrom(anchor, -days)}T00:00:00+08:00`)
  const workday = midnight - restDays(midnight) * day
  return new Date(Math.min(workday + o * hour, anchor.getTime()))
}

/** So many hours of work later. */
export function atWorkAfter(at: Date, hours: number): Date {
  let moment = inWork(at.getTime())
  let left = hours * hour
  for (;;) {
    const evening = midnightOf(moment) + closes * hour
    if (moment + left <= evening) return new Date(moment + left)
    left -= evening - moment
    moment = inWork(midnightOf(moment) + day)
  }
}

/** The next moment at which people are at work. */
function inWork(moment: number): number {
  const midnight = midnightOf(moment)
  if (restDays(midnight) > 0 || moment >= midnight + closes * hour) return inWork(midnight + day)
  return Math.max(moment, midnight + opens * hour)
}

const midnightOf = (moment: number): number => Math.floor((moment + ahead) / day) * day - ahead

/** The number of days of rest between the last working day and this one. */
const restDays = (midnight: number): number => ({ 0: 2, 6: 1 })[new Date(midnight + ahead).getUTCDay()] ?? 0

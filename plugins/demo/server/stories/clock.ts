const hour = 3_600_000
const day = 24 * hour
/** Offset of the company's time zone (UTC+8) in ms. */
const ahead = 8 * hour

/** Working hours, by hour of the day. */
const opens = 9
const closes = 18

/** A day relative to a time, yyyy-MM-dd; negative `days` are earlier. */
export const dayFrom = (at: Date, days: number): string => new Date(at.getTime() + days * day + ahead).toISOString().slice(0, 10)

/** A time a number of days before the anchor, at an hour of a working day; weekends move to the Friday before. Never after the anchor. */
export function before(anchor: Date, days: number, o = opens): Date {
  const midnight = Date.parse(`${dayFrom(anchor, -days)}T00:00:00+08:00`)
  const workday = midnight - restDays(midnight) * day
  return new Date(Math.min(workday + o * hour, anchor.getTime()))
}

/** The time after a number of working hours. */
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

/** The next time within working hours. */
function inWork(moment: number): number {
  const midnight = midnightOf(moment)
  if (restDays(midnight) > 0 || moment >= midnight + closes * hour) return inWork(midnight + day)
  return Math.max(moment, midnight + opens * hour)
}

const midnightOf = (moment: number): number => Math.floor((moment + ahead) / day) * day - ahead

/** Number of days since the last working day; 0 on a working day. */
const restDays = (midnight: number): number => ({ 0: 2, 6: 1 })[new Date(midnight + ahead).getUTCDay()] ?? 0

const dayLength = 86_400_000
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day a number of days later; earlier if negative. */
export const dayAfter = (day: string, days: number): string => new Date(stamp(day) + days * dayLength).toISOString().slice(0, 10)

/** Number of days between two dates; 1 to the next day. */
export const daysFrom = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / dayLength)

/** The nights from one day until another, by their first day; empty if `to` is not later. */
export const nightsFrom = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to)) }, (_, index) => dayAfter(from, index))

/** The day (yyyy-MM-dd) of a timestamp. */
export const dayOf = (moment: string): string => moment.slice(0, 10)

const minuteStamp = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`)

/** Adds the duration from `start` to `end` to `moment`. */
export const laterAsBetween = (moment: string, start: string, end: string): string =>
  new Date(minuteStamp(moment) + minuteStamp(end) - minuteStamp(start)).toISOString().slice(0, 19).replace('T', ' ')

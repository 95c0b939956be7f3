const dayLength = 86_400_000
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day so many days later, or before. */
export const dayAfter = (day: string, days: number): string => new Date(stamp(day) + days * dayLength).toISOString().slice(0, 10)

/** Days from one to another: 1 from a day to the next. */
export const daysFrom = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / dayLength)

/** The nights from a day until another; none where it is the same or earlier. */
export const nightsFrom = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to)) }, (_, index) => dayAfter(from, index))

/** The day (yyyy-MM-dd) of a moment. */
export const dayOf = (moment: string): string => moment.slice(0, 10)

const minuteStamp = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`)

/** `moment` later by as long as there lies between two others. */
export const laterAsBetween = (moment: string, start: string, end: string): string =>
  new Date(minuteStamp(moment) + minuteStamp(end) - minuteStamp(start)).toISOString().slice(0, 19).replace('T', ' ')

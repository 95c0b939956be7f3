import type { Feel } from '#kernel/fields.ts'

/** Maximum difference between local times in minutes: from UTC+14 to UTC−12. */
export const furthestMinutes = 26 * 60

/**
 * Condition that the time zones of two places may differ, of area fields: one of them is abroad, where zones are unknown. Hong Kong, Macau
 * and Taiwan share the mainland's zone; country codes have two letters.
 */
export const clocksDiffer = (from: string, to: string): Feel => `(string length(${from}[1]) = 2 or string length(${to}[1]) = 2)`

/** Condition that a leg arrives before it departs; between different time zones only if the difference exceeds what zones can explain. */
export const arrivesTooEarly = ({ from, to, start, end }: Readonly<Record<'from' | 'to' | 'start' | 'end', string>>): Feel =>
  `if ${clocksDiffer(from, to)} then minutes(${start}, ${end}) < -${furthestMinutes} else ${start} >= ${end}`

/**
 * Minutes ahead of UTC of countries with one zone throughout the year, to which flights take few hours. Farther ones have several zones or
 * summer time.
 */
const zones: Readonly<Record<string, number>> = { JP: 540, KR: 540, KP: 540, MN: 480, PH: 480, SG: 480, MY: 480, BN: 480, VN: 420, TH: 420,
  LA: 420, KH: 420, MM: 390, BD: 360, BT: 360, NP: 345, IN: 330, LK: 330 }

const zoneOf = (place: string): Feel =>
  `(if string length(${place}[1]) > 2 then 480 else get value({${
    Object.entries(zones).map(([country, ahead]) => `"${country}": ${ahead}`).join(', ')
  }}, ${place}[1]))`

/** Minutes that a leg takes, of times by the clocks of its places; null where a zone is unknown. */
export const minutesBetween = ({ from, to, start, end }: Readonly<Record<'from' | 'to' | 'start' | 'end', string>>): Feel =>
  `(minutes(${start}, ${end}) - (${zoneOf(to)} - ${zoneOf(from)}))`

interface TimedLeg {
  /** Area codes, from the province or country down. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** yyyy-MM-dd HH:mm:ss, each in local time. */
  readonly start: string
  readonly end: string
}

/** Returns whether the time zones of places may differ, like {@link clocksDiffer} for fields. */
export const haveOtherClocks = (...places: readonly (readonly string[])[]): boolean => places.some(([first]) => first?.length === 2)

/** Returns whether a leg arrives before it departs, like {@link arrivesTooEarly} for fields. */
export const isTooEarly = ({ from, to, start, end }: TimedLeg): boolean =>
  haveOtherClocks(from, to) ? minutesOf(end) - minutesOf(start) < -furthestMinutes : start >= end

const minutesOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`) / 60_000

/**
 * Legs in the order of travel: as entered if each starts where the previous one ended, since by local times a flight may land before its
 * departure; else by departure time.
 */
export function inOrderOfTravel<Leg>(legs: readonly Leg[], timed: (leg: Leg) => TimedLeg): readonly Leg[] {
  const isContinuous = legs.every((leg, index) => {
    const before = legs[index - 1]
    return before === undefined || timed(before).to.join() === timed(leg).from.join()
  })
  const isAbroad = legs.some((leg) => haveOtherClocks(timed(leg).from, timed(leg).to))
  return isContinuous && isAbroad ? legs : legs.toSorted((left, right) => timed(left).start.localeCompare(timed(right).start))
}

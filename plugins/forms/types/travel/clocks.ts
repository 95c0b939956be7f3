import type { Feel } from '#kernel/fields.ts'

/** Clocks at two places are at most so many minutes apart: 14 hours ahead of Greenwich and 12 behind it. */
export const furthestMinutes = 26 * 60

/**
 * The condition that the clocks at two places may differ, of area fields: one of them is abroad, where zones are not known. Hong Kong,
 * Macau and Taiwan have the mainland's time; a country is named by two letters.
 */
export const clocksDiffer = (from: string, to: string): Feel => `(string length(${from}[1]) = 2 or string length(${to}[1]) = 2)`

/**
 * The condition that a leg arrives before it leaves. Between places whose clocks may differ it is judged by the clocks only where no zones
 * explain it.
 */
export const arrivesTooEarly = ({ from, to, start, end }: Readonly<Record<'from' | 'to' | 'start' | 'end', string>>): Feel =>
  `if ${clocksDiffer(from, to)} then minutes(${start}, ${end}) < -${furthestMinutes} else ${start} >= ${end}`

interface TimedLeg {
  /** Codes of the areas, from the province or country down. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** yyyy-MM-dd HH:mm:ss, each by the clock of its place. */
  readonly start: string
  readonly end: string
}

/** Returns whether the clocks at two places may differ, as `clocksDiffer` says it of fields. */
export const haveOtherClocks = (...places: readonly (readonly string[])[]): boolean => places.some(([first]) => first?.length === 2)

/** Returns whether a leg arrives before it leaves, as `arrivesTooEarly` says it of fields. */
export const isTooEarly = ({ from, to, start, end }: TimedLeg): boolean =>
  haveOtherClocks(from, to) ? minutesOf(end) - minutesOf(start) < -furthestMinutes : start >= end

const minutesOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`) / 60_000

/**
 * Legs in the order in which they are travelled: as they are written where each begins where the one before ended, since by the clocks a
 * flight may land before it left; else by the time at which they begin.
 */
export function inOrderOfTravel<Leg>(legs: readonly Leg[], timed: (leg: Leg) => TimedLeg): readonly Leg[] {
  const isContinuous = legs.every((leg, index) => {
    const before = legs[index - 1]
    return before === undefined || timed(before).to.join() === timed(leg).from.join()
  })
  const isAbroad = legs.some((leg) => haveOtherClocks(timed(leg).from, timed(leg).to))
  return isContinuous && isAbroad ? legs : legs.toSorted((left, right) => timed(left).start.localeCompare(timed(right).start))
}

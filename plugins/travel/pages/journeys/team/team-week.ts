import { queryOptions } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import { type Absence, journeyPath, type TeamWeek } from '#plugins/travel/journeys/journey-wire.ts'
import { cn, en } from './texts.ts'

/** Query for the current week of the units that the person heads; null for others. */
export const teamWeekQuery = (http: Http) =>
  queryOptions({ queryKey: ['journeys', 'teamWeek'], queryFn: () =>
    http.get<TeamWeek | null>(`${journeyPath}/teamWeek`, {}, { quiet: true }), staleTime: 300_000 })

/** Part of an absence within a week; `start` is the index of its first day. */
export interface Stretch {
  readonly absence: Absence
  readonly start: number
  readonly days: number
  /** The absence extends before, or after, the week. */
  readonly isContinued: boolean
  readonly continues: boolean
}

export interface TravellerWeek {
  readonly id: string
  readonly name: string
  readonly stretches: readonly Stretch[]
}

/** Travellers of the week with their stretches, by departure. */
export function travellersOf({ absences, days }: Pick<TeamWeek, 'absences' | 'days'>): readonly TravellerWeek[] {
  const travellers = new Map<string, { id: string; name: string; stretches: Stretch[] }>()
  for (const absence of absences) {
    const { travellerId: id, travellerName: name } = absence
    const traveller = travellers.get(id) ?? { id, name, stretches: [] }
    traveller.stretches.push(stretchOf(absence, days))
    travellers.set(id, traveller)
  }
  return [...travellers.values()]
}

function stretchOf(absence: Absence, days: readonly string[]): Stretch {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const isContinued = absence.from < first
  const continues = absence.to > last
  const start = isContinued ? 0 : days.indexOf(absence.from)
  const end = continues ? days.length - 1 : days.indexOf(absence.to)
  return { absence, start, days: end - start + 1, isContinued, continues }
}

/** Number of days from the start of a stretch to the traveller's next one, or to the end of the week. */
export const roomOf = ({ start }: Stretch, stretches: readonly Stretch[], end: number): number =>
  Math.min(end, ...stretches.map((other) => other.start).filter((other) => other > start)) - start

/** Working day with the most absences; undefined if fewer than three. */
export function busiest(
  { absences, days }: Pick<TeamWeek, 'absences' | 'days'>,
): { readonly day: number; readonly count: number } | undefined {
  const counts = days.slice(0, 5).map((day, index) => ({ day: index,
    count: new Set(absences.filter(({ from, to }) => from <= day && day <= to).map((each) => each.travellerId)).size })
  )
  const most = counts.reduce((one, other) => (other.count > one.count ? other : one), { day: 0, count: 0 })
  return most.count >= 3 ? most : undefined
}

export const useTeamText = definePartText<keyof typeof cn>({ cn, en })

export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const onDays = ['onMon', 'onTue', 'onWed', 'onThu', 'onFri', 'onSat', 'onSun'] as const

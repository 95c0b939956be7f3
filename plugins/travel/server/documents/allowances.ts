import { Decimal } from 'decimal.js'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { inOrderOfTravel, isTooEarly } from '#plugins/travel/types/clocks.ts'

/** A leg of a person's journey, ordered by time within its trip. */
export interface Leg {
  readonly traveler: string
  /** Number of its trip. */
  readonly trip: string
  /** Area codes, from the province or country down. */
  readonly startCity: readonly string[]
  readonly endCity: readonly string[]
  /** yyyy-MM-dd HH:mm:ss */
  readonly startTime: string
  readonly endTime: string
  /** Number of meals provided by others. */
  readonly breakfasts: number
  readonly lunches: number
  readonly dinners: number
}

/** A day, yyyy-MM-dd, with the share of its allowance that is paid. */
interface DayShare {
  readonly day: string
  readonly share: Decimal
}

/** Days of a person at one destination. */
export interface Stay {
  readonly traveler: string
  /** Number of its trip. */
  readonly trip: string
  readonly city: readonly string[]
  readonly fromDate: string
  readonly toDate: string
  /** Number of days in halves: the first day counts half if it starts after noon, the last if it ends before. */
  readonly days: Decimal
  /** Share of each day, 1 or 0.5; the sum is `days`. */
  readonly shares: readonly DayShare[]
  readonly breakfasts: number
  readonly lunches: number
  readonly dinners: number
}

/** Stays by traveller, trip and destination. Days at home between two journeys of a trip do not count. */
export function staysOf(legs: readonly Leg[]): Stay[] {
  return journeysOf(legs).flatMap((journey) => staysOfJourney(journey))
}

/** Number of distinct calendar days of the legs. */
export function tripDays(legs: readonly Leg[]): number {
  const days = journeysOf(legs).flatMap((journey) => daysBetween(dayOf(journey[0]!.startTime), lastDay(journey)))
  return new Set(days).size
}

/** Legs grouped by traveller, trip and journey, ordered by time. */
function journeysOf(legs: readonly Leg[]): (readonly Leg[])[] {
  const journeys = new Map<string, Leg[]>()
  for (const leg of legs) {
    const key = `${leg.traveler}\n${leg.trip}`
    journeys.set(key, [...(journeys.get(key) ?? []), leg])
  }
  return [...journeys.values()].map((journey) =>
    inOrderOfTravel(journey,
      ({ startCity, endCity, startTime, endTime }) => ({ from: startCity, to: endCity, start: startTime, end: endTime }))
  )
}

function staysOfJourney(journey: readonly Leg[]): Stay[] {
  const first = journey[0]!
  const last = journey.at(-1)!
  const stays: { legs: Set<Leg>; days: DayShare[] }[] = []
  let current: Leg | undefined
  for (const day of daysBetween(dayOf(first.startTime), lastDay(journey))) {
    const place = placeOn(day, journey)
    if (!place) {
      current = undefined
      continue
    }
    if (!current || !isSameCity(current.endCity, place.destination.endCity))
      stays.push({ legs: new Set(), days: [] })
    current = place.destination
    const stay = stays.at(-1)!
    stay.legs.add(place.destination)
    stay.days.push({ day, share: weightOf(day, first, last) })
  }
  return stays.map(({ legs, days }, index) => {
    const [destination] = [...legs]
    const own = index === stays.length - 1 ? journey.filter((leg) => legs.has(leg) || leg.startTime > destination!.startTime) : [...legs]
    const meals = (kind: 'breakfasts' | 'lunches' | 'dinners') => own.reduce((sum, leg) => sum + leg[kind], 0)
    return {
      traveler: first.traveler,
      trip: first.trip,
      city: destination!.endCity,
      fromDate: days[0]!.day,
      toDate: days.at(-1)!.day,
      days: daysOf(days),
      shares: days,
      breakfasts: meals('breakfasts'),
      lunches: meals('lunches'),
      dinners: meals('dinners'),
    }
  })
}

/** Destination of a day: that of the last departure; the return journey counts for the last destination. */
function placeOn(day: string, journey: readonly Leg[]): { readonly destination: Leg } | undefined {
  const home = journey[0]!.startCity
  const begun = journey.filter(({ startTime }) => dayOf(startTime) <= day)
  const latest = begun.at(-1)
  const isHome = latest !== undefined && isSameCity(latest.endCity, home) && dayOf(latest.endTime) < day
  const destination = begun.findLast(({ endCity }) => !isSameCity(endCity, home))
  return isHome || !destination ? undefined : { destination }
}

/** Sum of the shares, in half days. */
export const daysOf = (shares: readonly DayShare[]): Decimal => shares.reduce((sum, { share }) => sum.plus(share), new Decimal(0))

const noon = '12:00:00'

function weightOf(day: string, first: Leg, last: Leg): Decimal {
  const leavesLate = day === dayOf(first.startTime) && first.startTime.slice(11) > noon
  const arrivesEarly = day === dayOf(last.endTime) && last.endTime.slice(11) < noon
  return new Decimal(leavesLate || arrivesEarly ? '0.5' : 1)
}

/** Last day of a journey; by local times, a flight may land on the day before its departure. */
const lastDay = (journey: readonly Leg[]): string =>
  journey.map(({ startTime, endTime }) => (endTime > startTime ? dayOf(endTime) : dayOf(startTime))).toSorted().at(-1)!

const dayOf = (moment: string) => moment.slice(0, 10)

/** Returns whether two areas are the same destination; districts of a city are. */
const isSameCity = (left: readonly string[], right: readonly string[]) => (left[1] ?? left[0]) === (right[1] ?? right[0])

const dayLength = 86_400_000

/** Maximum length of a journey in days; longer ones are refused by a rule of the form. */
const longest = 400

/** All days between two dates, both inclusive, yyyy-MM-dd. */
function daysBetween(from: string, to: string): string[] {
  const start = Date.parse(`${from}T00:00:00Z`)
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - start) / dayLength) + 1
  return Array.from({ length: Math.max(0, Math.min(longest, count)) },
    (_, index) => new Date(start + index * dayLength).toISOString().slice(0, 10))
}

/** The texts in a list; other entries are ignored. */
export const textsAt = (value: FormValue, key: string): string[] => {
  const list = value[key]
  return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : []
}

/** A filed trip as needed by claims and rides. */
export interface FiledTrip {
  readonly id: string
  readonly number: string
  readonly value: FormValue
  /** Ids of applicant, initiator and companions. */
  readonly people: readonly string[]
}

/** Trips by their ids. */
export async function tripsOf(db: Db, ids: readonly string[]): Promise<FiledTrip[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('document').select(['id', 'number', 'value', 'starter', 'applicant']).where('id', 'in', [...ids]).where(
    'type',
    '=',
    'businessTrip',
  ).execute()
  return rows.map(({ id, number, value, starter, applicant }) => ({ id, number, value,
    people: [...new Set([applicant, starter, ...textsAt(value, 'companions')])] })
  )
}

const countAt = (row: FormValue, key: string): number => (typeof row[key] === 'number' ? row[key] : 0)

/** Legs of a claim's itinerary; undefined for incomplete rows. */
export function legsOf(value: FormValue, trips: readonly FiledTrip[]): (Leg | undefined)[] {
  return rowsAt(value, 'tripRows').map((row) => {
    const [traveler, startTime, endTime] = ['traveler', 'startTime', 'endTime'].map((key) => textAt(row, key))
    const [startCity, endCity] = [textsAt(row, 'startCity'), textsAt(row, 'endCity')]
    if (!traveler || !startTime || !endTime || startCity.length === 0 || endCity.length === 0) return undefined
    if (isTooEarly({ from: startCity, to: endCity, start: startTime, end: endTime })) return undefined
    return {
      traveler,
      startTime,
      endTime,
      startCity,
      endCity,
      trip: tripOf(row, trips),
      breakfasts: countAt(row, 'breakfasts'),
      lunches: countAt(row, 'lunches'),
      dinners: countAt(row, 'dinners'),
    }
  })
}

/** Number of the trip of a row: among the traveller's trips the latest that had started by then, else the first. */
export function tripOf(row: FormValue, trips: readonly FiledTrip[]): string {
  const traveler = textAt(row, 'traveler') ?? ''
  const day = (textAt(row, 'startTime') ?? '').slice(0, 10)
  const own = trips.filter(({ people }) => people.includes(traveler))
  const begun = own.filter(({ value }) => (textAt(value, 'startTime') ?? '').slice(0, 10) <= day)
  const latest =
    begun.toSorted((left, right) => (textAt(right.value, 'startTime') ?? '').localeCompare(textAt(left.value, 'startTime') ?? ''))[0]
  return (latest ?? own[0] ?? trips[0])?.number ?? ''
}

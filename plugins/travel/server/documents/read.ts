import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { isTooEarly } from '#plugins/travel/types/clocks.ts'
import type { Leg } from './allowances.ts'

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

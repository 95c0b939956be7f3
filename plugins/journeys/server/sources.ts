import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { JourneyType } from '../journey-wire.ts'

/** A leg as a document has it. */
export interface Leg {
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** yyyy-MM-dd HH:mm:ss */
  readonly departTime: string
  readonly arriveTime: string
  readonly transport: string | null
  readonly fare: string | null
}

/** How journeys are read from documents of a type. */
export interface JourneySource {
  readonly journeyType: Exclude<JourneyType, '1'>
  /** Table whose rows are marked with the risk of their ends; none where only the whole is. */
  readonly marks?: string
  /** The fields of such a row, or of the header, that name its ends. */
  readonly ends: readonly [from: string, to: string]
  /** Every place that the document goes through. */
  places(value: FormValue): readonly (readonly string[])[]
  /** The legs of each traveller. */
  legs(value: FormValue): ReadonlyMap<string, readonly Leg[]>
}

const texts = (row: FormValue, key: string): string[] => {
  const list = row[key]
  return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : []
}
const text = (row: FormValue, key: string): string | null => (typeof row[key] === 'string' && row[key] !== '' ? row[key] : null)

interface Keys {
  readonly from: string
  readonly to: string
  readonly depart: string
  readonly arrive: string
}

/** A leg of a row; nothing while it is not complete. */
function legOf(row: FormValue, { from, to, depart, arrive }: Keys,
  { transport, fare }: { transport: string | null; fare: string | null }): Leg[] {
  const [departTime, arriveTime] = [text(row, depart), text(row, arrive)]
  const ends = [texts(row, from), texts(row, to)] as const
  if (!departTime || !arriveTime || departTime >= arriveTime || ends.some((end) => end.length === 0)) return []
  return [{ from: ends[0], to: ends[1], departTime, arriveTime, transport, fare }]
}

const each = (people: readonly string[], legs: readonly Leg[]) => new Map(people.map((person) => [person, legs]))
const peopleOf = (value: FormValue, ...keys: readonly string[]) => [
  ...new Set(keys.flatMap((key) => [...(text(value, key) ? [text(value, key)!] : []), ...texts(value, key)])),
]
const placesIn = (rows: readonly FormValue[], [from, to]: readonly [string, string]) =>
  rows.flatMap((row) => [texts(row, from), texts(row, to)])

const trip: JourneySource = {
  journeyType: '2',
  marks: 'itinerary',
  ends: ['startArea', 'endArea'],
  places: (value) => placesIn(rowsAt(value, 'itinerary'), trip.ends),
  legs: (value) =>
    each(peopleOf(value, 'applicant', 'companions'), rowsAt(value, 'itinerary').flatMap((row) =>
      legOf(row, { from: 'startArea', to: 'endArea', depart: 'startTime', arrive: 'endTime' }, { transport: text(row, 'transport'),
        fare: text(row, 'fare') })
    )),
}

const claim: JourneySource = {
  journeyType: '3',
  marks: 'tripRows',
  ends: ['startCity', 'endCity'],
  places: (value) => placesIn(rowsAt(value, 'tripRows'), claim.ends),
  legs(value) {
    const legs = new Map<string, Leg[]>()
    for (const row of rowsAt(value, 'tripRows')) {
      const traveller = text(row, 'traveler')
      const leg = legOf(row, { from: 'startCity', to: 'endCity', depart: 'startTime', arrive: 'endTime' }, { transport: null, fare: null })
      if (traveller) legs.set(traveller, [...(legs.get(traveller) ?? []), ...leg])
    }
    return legs
  },
}

/** A ride by car has one time for the whole of its route. */
const car: JourneySource = {
  journeyType: '4',
  ends: ['startArea', 'endArea'],
  places: (value) => placesIn(rowsAt(value, 'route'), car.ends),
  legs(value) {
    const route = rowsAt(value, 'route')
    const start = texts(route[0] ?? {}, 'startArea')
    // of a route that comes back, the farthest that is said
    const away = route.findLast((row) => String(texts(row, 'endArea')) !== String(start)) ?? route.at(-1)
    const ends = { startArea: start, endArea: away?.['endArea'], dispatchTime: value['dispatchTime'],
      endTime: value['actualEndTime'] ?? value['endTime'] }
    const transport = value['carKind'] === '2' ? '6' : '5'
    return each(peopleOf(value, 'driver', 'passengers'),
      legOf(ends, { from: 'startArea', to: 'endArea', depart: 'dispatchTime', arrive: 'endTime' }, { transport, fare: null }))
  },
}

const taxi: JourneySource = {
  journeyType: '12',
  ends: ['startArea', 'endArea'],
  places: (value) => placesIn([value], taxi.ends),
  legs: (value) =>
    each(peopleOf(value, 'applicant', 'passengers'),
      legOf(value, { from: 'startArea', to: 'endArea', depart: 'dispatchTime', arrive: 'endTime' }, { transport: '8',
        fare: text(value, 'estimatedFare') })),
}

/** The types of documents that make journeys. */
export const journeySources: ReadonlyMap<string, JourneySource> = new Map([['businessTrip', trip], ['travelReimbursement', claim], [
  'dispatchCar',
  car,
], ['taxiApply', taxi]])

import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type fields as travelReimbursementFields, travelReimbursement } from '#plugins/travel/types/travelReimbursement/index.ts'
import { businessTrip, type fields as businessTripFields } from '#plugins/travel/types/businessTrip/index.ts'
import { isTooEarly } from '#plugins/travel/types/clocks.ts'
import { dispatchCar, type fields as dispatchCarFields } from '#plugins/travel/types/dispatchCar/index.ts'
import { type fields as taxiFields, taxiApply } from '#plugins/travel/types/taxiApply/index.ts'
import type { JourneyType } from '../../journeys/journey-wire.ts'

/** A leg in a document. */
export interface Leg {
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** yyyy-MM-dd HH:mm:ss */
  readonly departTime: string
  readonly arriveTime: string
  readonly transport: string | null
  readonly fare: string | null
}

/** Mapping from documents of a type to journeys. */
export interface JourneySource {
  readonly journeyType: Exclude<JourneyType, '1'>
  /** Table whose rows get the risk of their places; absent if only the document has a risk. */
  readonly marks?: string
  /** Fields of origin and destination in such a row, or in the header. */
  readonly ends: readonly [from: string, to: string]
  /** All places of the document. */
  places(value: FormValue): readonly (readonly string[])[]
  /** Legs by traveller id. */
  legs(value: FormValue): ReadonlyMap<string, readonly Leg[]>
}

const texts = (row: FormValue, key: string): string[] => {
  const list = row[key]
  return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : []
}
const text = (row: FormValue, key: string): string | null => (typeof row[key] === 'string' && row[key] !== '' ? row[key] : null)

/** Names of a leg's fields, in a row or in the header. */
interface LegFields {
  readonly from: string
  readonly to: string
  readonly depart: string
  readonly arrive: string
}

/** Leg of a row; empty while incomplete or if it arrives before it departs. */
function legOf(row: FormValue, { from, to, depart, arrive }: LegFields,
  { transport, fare }: { transport: string | null; fare: string | null }): Leg[] {
  const [departTime, arriveTime] = [text(row, depart), text(row, arrive)]
  const ends = [texts(row, from), texts(row, to)] as const
  if (!departTime || !arriveTime || ends.some((end) => end.length === 0)) return []
  if (isTooEarly({ from: ends[0], to: ends[1], start: departTime, end: arriveTime })) return []
  return [{ from: ends[0], to: ends[1], departTime, arriveTime, transport, fare }]
}

const each = (people: readonly string[], legs: readonly Leg[]) => new Map(people.map((person) => [person, legs]))
const peopleOf = (value: FormValue, ...keys: readonly string[]) => [
  ...new Set(keys.flatMap((key) => [...(text(value, key) ? [text(value, key)!] : []), ...texts(value, key)])),
]
const placesIn = (rows: readonly FormValue[], [from, to]: readonly [string, string]) =>
  rows.flatMap((row) => [texts(row, from), texts(row, to)])

/** Field names of a form or its tables for the parts of a journey; type-checked against the declared fields. */
type SourceFieldNames<Fields> = Readonly<Record<string, keyof Fields>>

type TripFields = typeof businessTripFields
const tripNames = { legs: 'itinerary', applicant: 'applicant', companions: 'companions' } as const satisfies SourceFieldNames<TripFields>
const tripLeg = {
  from: 'startArea',
  to: 'endArea',
  depart: 'startTime',
  arrive: 'endTime',
  transport: 'transport',
  fare: 'fare',
} as const satisfies SourceFieldNames<TripFields['itinerary']['columns']>

const trip: JourneySource = {
  journeyType: '2',
  marks: tripNames.legs,
  ends: [tripLeg.from, tripLeg.to],
  places: (value) => placesIn(rowsAt(value, tripNames.legs), trip.ends),
  legs: (value) =>
    each(peopleOf(value, tripNames.applicant, tripNames.companions), rowsAt(value, tripNames.legs).flatMap((row) =>
      legOf(row, tripLeg, { transport: text(row, tripLeg.transport), fare: text(row, tripLeg.fare) })
    )),
}

type ClaimFields = typeof travelReimbursementFields
const claimNames = { legs: 'tripRows' } as const satisfies SourceFieldNames<ClaimFields>
const claimLeg = {
  traveller: 'traveler',
  from: 'startCity',
  to: 'endCity',
  depart: 'startTime',
  arrive: 'endTime',
} as const satisfies SourceFieldNames<ClaimFields['tripRows']['columns']>

const claim: JourneySource = {
  journeyType: '3',
  marks: claimNames.legs,
  ends: [claimLeg.from, claimLeg.to],
  places: (value) => placesIn(rowsAt(value, claimNames.legs), claim.ends),
  legs(value) {
    const legs = new Map<string, Leg[]>()
    for (const row of rowsAt(value, claimNames.legs)) {
      const traveller = text(row, claimLeg.traveller)
      const leg = legOf(row, claimLeg, { transport: null, fare: null })
      if (traveller) legs.set(traveller, [...(legs.get(traveller) ?? []), ...leg])
    }
    return legs
  },
}

type CarFields = typeof dispatchCarFields
const carNames = {
  kind: 'carKind',
  driver: 'driver',
  passengers: 'passengers',
  route: 'route',
  depart: 'dispatchTime',
  plannedEnd: 'endTime',
  end: 'actualEndTime',
} as const satisfies SourceFieldNames<CarFields>
const carWay = { from: 'startArea', to: 'endArea' } as const satisfies SourceFieldNames<CarFields['route']['columns']>

/** A car request has one time for its whole route. */
const car: JourneySource = {
  journeyType: '4',
  ends: [carWay.from, carWay.to],
  places: (value) => placesIn(rowsAt(value, carNames.route), car.ends),
  legs(value) {
    const route = rowsAt(value, carNames.route)
    const from = texts(route[0] ?? {}, carWay.from)
    // for a round trip, the last stop that differs from the origin
    const away = route.findLast((row) => String(texts(row, carWay.to)) !== String(from)) ?? route.at(-1)
    const ride = { from, to: away?.[carWay.to], depart: value[carNames.depart], arrive: value[carNames.end] ?? value[carNames.plannedEnd] }
    const transport = value[carNames.kind] === '2' ? '6' : '5'
    return each(peopleOf(value, carNames.driver, carNames.passengers),
      legOf(ride, { from: 'from', to: 'to', depart: 'depart', arrive: 'arrive' }, { transport, fare: null }))
  },
}

const taxiNames = {
  applicant: 'applicant',
  passengers: 'passengers',
  from: 'startArea',
  to: 'endArea',
  depart: 'dispatchTime',
  arrive: 'endTime',
  fare: 'estimatedFare',
} as const satisfies SourceFieldNames<typeof taxiFields>

const taxi: JourneySource = {
  journeyType: '12',
  ends: [taxiNames.from, taxiNames.to],
  places: (value) => placesIn([value], taxi.ends),
  legs: (value) =>
    each(peopleOf(value, taxiNames.applicant, taxiNames.passengers),
      legOf(value, taxiNames, { transport: '8', fare: text(value, taxiNames.fare) })),
}

/** Forms that create journeys. */
export const journeySources: ReadonlyMap<string, JourneySource> = new Map([
  [businessTrip.key, trip],
  [travelReimbursement.key, claim],
  [dispatchCar.key, car],
  [taxiApply.key, taxi],
])

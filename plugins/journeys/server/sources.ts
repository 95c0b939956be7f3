import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { fields as travelReimbursementFields } from '#plugins/forms/types/finance/travelReimbursement/fields.ts'
import { travelReimbursement } from '#plugins/forms/types/finance/travelReimbursement/index.ts'
import type { fields as businessTripFields } from '#plugins/forms/types/travel/businessTrip/fields.ts'
import { businessTrip } from '#plugins/forms/types/travel/businessTrip/index.ts'
import { isTooEarly } from '#plugins/forms/types/travel/clocks.ts'
import type { fields as dispatchCarFields } from '#plugins/forms/types/travel/dispatchCar/fields.ts'
import { dispatchCar } from '#plugins/forms/types/travel/dispatchCar/index.ts'
import type { fields as taxiFields } from '#plugins/forms/types/travel/taxiApply/fields.ts'
import { taxiApply } from '#plugins/forms/types/travel/taxiApply/index.ts'
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

/** The fields of a type from which journeys are read. */
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

/** Fields of the ends of a leg: of a row, or of the header. */
interface LegFields {
  readonly from: string
  readonly to: string
  readonly depart: string
  readonly arrive: string
}

/** A leg of a row; nothing while it is not complete. */
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

/** Names that a form, or rows of its tables, have for what a journey consists of; one that they do not have is an error of types. */
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

/** A ride by car has one time for the whole of its route. */
const car: JourneySource = {
  journeyType: '4',
  ends: [carWay.from, carWay.to],
  places: (value) => placesIn(rowsAt(value, carNames.route), car.ends),
  legs(value) {
    const route = rowsAt(value, carNames.route)
    const from = texts(route[0] ?? {}, carWay.from)
    // of a route that comes back, the farthest place that it names
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

/** The types of documents that make journeys. */
export const journeySources: ReadonlyMap<string, JourneySource> = new Map([
  [businessTrip.key, trip],
  [travelReimbursement.key, claim],
  [dispatchCar.key, car],
  [taxiApply.key, taxi],
])

import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import { type FiledTrip } from './read.ts'

/** Of a ride in a company car nothing is paid to the traveller. */
const companyCar = '5'

/** The rows that the trips propose for tables into which nobody has entered anything yet: the legs of everyone, and their fares. */
export function proposedRows(value: FormValue, trips: readonly FiledTrip[]): FormValue {
  if (trips.length === 0) return {}
  const legs = trips.flatMap((trip) =>
    rowsAt(trip.value, 'itinerary').flatMap((leg, index) =>
      travellersOf(trip).map((traveler) => ({ trip, leg, traveler, rowId: `${trip.number}.${index + 1}.${traveler}` }))
    )
  )
  return {
    ...(value['tripRows'] === undefined && {
      tripRows: legs.map(({ leg, traveler, rowId }) => ({
        rowId,
        traveler,
        startCity: leg['startArea'],
        endCity: leg['endArea'],
        startTime: leg['startTime'],
        endTime: leg['endTime'],
        breakfasts: 0,
        lunches: 0,
        dinners: 0,
      })),
    }),
    ...(value['transportRows'] === undefined && {
      transportRows: legs.filter(({ leg, trip }) =>
        leg['transport'] !== companyCar && Number(leg['fare']) > 0 && isSameCurrency(value, trip)
      ).map(({ leg, traveler, rowId }) => ({
        rowId,
        traveler,
        date: (textAt(leg, 'startTime') ?? '').slice(0, 10),
        transport: leg['transport'],
        seatClass: leg['seatClass'],
        startCity: leg['startArea'],
        endCity: leg['endArea'],
        distanceKm: leg['distanceKm'],
        amount: leg['fare'],
        refundFee: '0',
      })),
    }),
  }
}

/** The applicant of the trip first, then the companions. */
const travellersOf = ({ value, people }: FiledTrip): readonly string[] => {
  const applicant = textAt(value, 'applicant')
  const companions = Array.isArray(value['companions']) ? (value['companions'] as string[]) : []
  return applicant ? [applicant, ...companions] : people
}

const isSameCurrency = (value: FormValue, { value: trip }: FiledTrip) => value['currencyType'] === trip['currencyType']

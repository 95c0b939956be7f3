import { nightsFrom, dayAfter } from './days.ts'
import { isSamePlace, type FormJourney, type Leg, type JourneyQuestion, type Fare, type Stay } from './journey.ts'
import type { CityStay } from './stays.ts'

interface OpenQuestion {
  readonly known: FormJourney
  readonly legs: readonly Leg[]
  readonly fares: readonly Fare[]
  readonly stays: readonly Stay[]
  readonly periods: readonly CityStay[]
}

/** The questions that the vouchers leave open. */
export const questionsOf = (
  question: OpenQuestion,
): readonly JourneyQuestion[] => [...gaps(question.legs), ...nights(question), ...plannedFares(question), ...arrivals(question.legs)]

/** Ways without a ticket: between two legs, and home from the last one. */
function gaps(legs: readonly Leg[]): readonly JourneyQuestion[] {
  const travellers = [...new Set(legs.map(({ traveller }) => traveller))].toSorted()
  return travellers.flatMap((traveller) => {
    const own = legs.filter((leg) => leg.traveller === traveller)
    const home = own[0]?.from
    return own.flatMap(({ to, day, start }, index): JourneyQuestion[] => {
      const next = own[index + 1]
      const destination = next ? next.from : home
      if (!to || !destination || isSamePlace(to, destination)) return []
      return [{ kind: next ? 'noTicketBetween' : 'noTicketBack', traveller, from: to, to: destination, after: start ?? day ?? '' }]
    })
  })
}

/** Nights away from home that no hotel's invoice is for; those that follow each other are one question. */
function nights({ known, stays, periods }: OpenQuestion): readonly JourneyQuestion[] {
  const all = [...known.stays, ...stays.map(({ guests = [known.applicant], ...rest }) => ({ guests, ...rest }))]
  // an invoice whose days are not known may be for any night
  if (all.some(({ from, to }) => from === undefined || to === undefined)) return []
  return periods.filter(({ isPlanned }) => !isPlanned).flatMap(({ place, from, to, guests }) =>
    guests.flatMap((traveller) => {
      const slept = new Set(
        all.filter((stay) => stay.guests.includes(traveller)).flatMap((stay) => nightsFrom(stay.from ?? '', stay.to ?? '')),
      )
      return runs(nightsFrom(from, to ?? from).filter((night) => !slept.has(night))).map((run): JourneyQuestion => ({ kind: 'noHotel',
        traveller, place, ...run })
      )
    })
  )
}

function runs(days: readonly string[]): readonly { readonly from: string; readonly to: string }[] {
  const found: { from: string; to: string }[] = []
  for (const day of days) {
    const last = found.at(-1)
    if (last && last.to === day) last.to = dayAfter(day, 1)
    else found.push({ from: day, to: dayAfter(day, 1) })
  }
  return found
}

/** Tickets say when they leave. */
const arrivals = (legs: readonly Leg[]): readonly JourneyQuestion[] =>
  legs.flatMap(({ rowId, traveller, to, start, end }) =>
    to && start !== undefined && end === undefined
      ? [{ kind: 'arrival', ...(rowId !== undefined && { rowId }), traveller, to, start } as const]
      : []
  )

/** Fares that a trip request proposed, of travellers whose tickets are here, without a ticket. */
function plannedFares({ known, fares }: OpenQuestion): readonly JourneyQuestion[] {
  const replaced = new Set(fares.flatMap(({ replaces }) => replaces ?? []))
  const travellers = new Set([...fares.map(({ traveller = known.applicant }) => traveller),
    ...known.fares.flatMap(({ isPlanned, traveller }) => (isPlanned ? [] : [traveller]))])
  return known.fares.filter(({ rowId, isPlanned, traveller }) => isPlanned && !replaced.has(rowId) && travellers.has(traveller)).flatMap((
    { rowId, traveller, from, to, day, amount },
  ): JourneyQuestion[] =>
    from && to
      ? [{ kind: 'plannedFare', rowId, traveller, from, to, ...(day !== undefined && { day }), ...(amount !== undefined && { amount }) }]
      : []
  )
}

import { daysFrom, laterAsBetween } from './days.ts'
import { isSamePlace, type Fare, type FormJourney, type KnownLeg, type Leg, type NewLeg, type Place, type TicketLeg } from './journey.ts'
import { withoutUndefined } from './without-undefined.ts'
import type { ClaimedVoucher } from './set-off.ts'

/** Maximum difference between a ticket and its planned leg, in days. */
const mostApart = 1

/** Legs from tickets. A planned leg with the same places is replaced by the ticket's; an entered one is kept and the ticket adds none. */
export function legsOf(tickets: readonly ClaimedVoucher[], known: FormJourney): readonly NewLeg[] {
  const taken = new Set<string>()
  return tickets.filter(({ isFee }) => !isFee).flatMap(({ main }) =>
    main.ways.map((travelled) => legOf(travelled, main.traveller ?? known.applicant))
  )
    .flatMap((leg): NewLeg[] => {
      const other = nearest(known.legs.filter(({ rowId }) => !taken.has(rowId)), leg)
      if (!other) return [leg]
      taken.add(other.rowId)
      return other.isPlanned ? [{ ...leg, ...endAsPlanned(leg, other), replaces: other.rowId }] : []
    })
}

function legOf({ from, to, day, time }: TicketLeg, traveller: string): Leg {
  return { traveller,
    ...withoutUndefined({ from, to, day, start: day !== undefined && time !== undefined ? `${day} ${time}:00` : undefined }) }
}

/** Estimated arrival of a ticket, which has none: its departure plus the duration of the planned leg. */
function endAsPlanned({ start }: Leg, plan: KnownLeg): Pick<Leg, 'end'> {
  if (start !== undefined)
    return plan.start !== undefined && plan.end !== undefined
      ? { end: laterAsBetween(start, plan.start, plan.end) }
      : {}
  return {}
}

interface LegEnds {
  readonly traveller: string
  readonly from?: Place
  readonly to?: Place
  readonly day?: string
}

const isSameWay = (one: LegEnds, other: LegEnds): boolean =>
  one.traveller === other.traveller && isSamePlace(one.from, other.from) && isSamePlace(one.to, other.to) && one.day !== undefined &&
  other.day !== undefined &&
  Math.abs(daysFrom(one.day, other.day)) <= mostApart

/** The candidate with the same places and the nearest day, if near enough. */
function nearest<Candidate extends LegEnds>(candidates: readonly Candidate[], ends: LegEnds): Candidate | undefined {
  const distance = ({ day = '' }: LegEnds) => Math.abs(daysFrom(day, ends.day ?? day))
  return candidates.filter((each) => isSameWay(each, ends)).toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Fare rows of tickets; a planned row for the same way is replaced. */
export function faresOf(tickets: readonly ClaimedVoucher[], known: FormJourney): readonly Fare[] {
  const taken = new Set<string>()
  return tickets.map((ticket) => {
    const fare = fareOf(ticket)
    const planned = nearest(known.fares.filter(({ rowId, isPlanned }) => isPlanned && !taken.has(rowId)), { ...fare,
      traveller: ticket.main.traveller ?? known.applicant })
    if (planned) taken.add(planned.rowId)
    return planned ? { ...fare, replaces: planned.rowId } : fare
  })
}

function fareOf({ main, isFee, vouchers, amount }: ClaimedVoucher): Fare {
  const [first] = main.ways
  const changeFee = isFee ? amount : undefined
  return { vouchers,
    ...withoutUndefined({ amount, traveller: main.traveller, from: first?.from, to: endOf(main.ways), day: first?.day ?? main.day,
      changeFee }) }
}

/** Destination of a ticket with several legs: the last place, or for a round trip the turning point. */
function endOf(ways: readonly TicketLeg[]): Place | undefined {
  const [first] = ways
  const last = ways.at(-1)
  return ways.length > 1 && isSamePlace(first?.from, last?.to) ? first?.to : last?.to
}

/** Legs of the form merged with new ones, in chronological order; replaced planned legs are left out. */
export function allLegs(news: readonly NewLeg[], known: FormJourney): readonly Leg[] {
  const replaced = new Set(news.flatMap(({ replaces }) => replaces ?? []))
  const momentOf = ({ start, day = '' }: Leg) => start ?? day
  return [...known.legs.filter(({ rowId }) => !replaced.has(rowId)), ...news].toSorted((one, other) =>
    momentOf(one).localeCompare(momentOf(other))
  )
}

/** Place of a traveller on a day: the destination of the last leg until then, else the origin of the first. */
export function placeOn(legs: readonly Leg[], traveller: string, day: string): Place | undefined {
  const own = legs.filter((leg) => leg.traveller === traveller && leg.day !== undefined)
  return own.findLast((leg) => (leg.day ?? '') <= day)?.to ?? own[0]?.from
}

import type { Cost, Fare, Journey, JourneyVoucher, FormJourney, Leg } from './journey.ts'
import { allLegs, faresOf, legsOf, placeOn } from './legs.ts'
import { withoutUndefined } from './without-undefined.ts'
import { questionsOf } from './questions.ts'
import { type ClaimedVoucher, setOff } from './set-off.ts'
import { periodsOf, staysOf } from './stays.ts'

/**
 * A journey as its vouchers tell it: legs by stations and dates, fares, nights, the rest, and what is left open. The order of the
 * vouchers does not matter, each is claimed once or left out with a reason, and nothing that a person entered is changed.
 */
export function rebuilt(vouchers: readonly JourneyVoucher[], known: FormJourney): Journey {
  const { claimed, leftOut } = setOff(vouchers)
  const sorted = (sort: JourneyVoucher['sort']) => claimed.filter(({ main }) => main.sort === sort)
  const tickets = sorted('ticket')
  const news = legsOf(tickets, known)
  const legs = allLegs(news, known)
  const periods = periodsOf(legs)
  const fares = [...faresOf(tickets, known), ...sorted('ride').map((ride) => rideOf(ride, legs, known.applicant))]
  const stays = staysOf(sorted('stay'), periods)
  return { legs: news, fares, stays, others: sorted('other').map(costOf), leftOut,
    questions: questionsOf({ known, legs, fares, stays, periods }) }
}

const costOf = ({ vouchers, amount }: ClaimedVoucher): Cost => ({ vouchers, ...withoutUndefined({ amount }) })

/** A taxi goes about the city where its passenger is; its invoice may be written after the journey, and then says no day. */
function rideOf({ main, vouchers, amount }: ClaimedVoucher, legs: readonly Leg[], applicant: string): Fare {
  const traveller = main.traveller ?? applicant
  const days = legs.filter((leg) => leg.traveller === traveller).flatMap(({ day }) => day ?? [])
  const day = main.day !== undefined && isWithin(main.day, days) ? main.day : undefined
  const place = day === undefined ? undefined : placeOn(legs, traveller, day)
  return { vouchers, ...withoutUndefined({ amount, traveller: main.traveller, from: place, to: place, day }) }
}

/** Without legs, any day may be the one. */
const isWithin = (day: string, days: readonly string[]): boolean =>
  days.length === 0 || (days.some((each) => each <= day) && days.some((each) => day <= each))

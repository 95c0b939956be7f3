import { grouped } from '#kernel/grouped.ts'
import { Decimal } from 'decimal.js'
import { type Cost, dayAfter, dayOf, daysFrom, type Fare, type FormJourney, isSamePlace, type JourneyVoucher, type KnownLeg, laterAsBetween,
  type LeftOut, type Leg, type NewLeg, type Place, type Stay, type TicketLeg, withoutUndefined } from './journey.ts'

/** A claimed voucher together with its credit notes. */
export interface ClaimedVoucher extends Cost {
  readonly main: JourneyVoucher
  /** The ticket was refunded: the remaining amount is a fee. */
  readonly isFee: boolean
}

interface SetOff {
  readonly claimed: readonly ClaimedVoucher[]
  readonly leftOut: readonly LeftOut[]
}

/** Claimable amounts: credit notes and refunds are set off against their originals, and a changed ticket replaces its original. */
export function setOff(vouchers: readonly JourneyVoucher[]): SetOff {
  const { once, repeated } = withoutRepeats(vouchers.toSorted(inOrder))
  const blue = once.filter((voucher) => !isRed(voucher))
  const byNumber = new Map(blue.flatMap((voucher) => (voucher.number === undefined ? [] : [[voucher.number, voucher.id] as const])))
  const originalOf = (
    { number, original }: JourneyVoucher,
  ) => (original === undefined || original === number ? undefined : byNumber.get(original))
  const replaced = new Map(blue.flatMap((voucher) => {
    const [original, reason] = [originalOf(voucher), voucher.business && reasons[voucher.business]]
    return original === undefined || reason === undefined ? [] : [[original, reason] as const]
  }))
  const reds = grouped(once.filter(isRed), originalOf)
  const alone = (reds.get(undefined) ?? []).map(({ id }) => ({ voucher: id, reason: 'withoutOriginal' as const }))
  const outcomes = blue.map((main) => outcomeOf(main, reds.get(main.id) ?? [], replaced.get(main.id)))
  return { claimed: outcomes.flatMap((each) => ('main' in each ? [each] : [])),
    leftOut: [...repeated, ...alone, ...outcomes.flatMap((each) => ('main' in each ? [] : each))] }
}

const isRed = ({ total }: JourneyVoucher): boolean => total?.startsWith('-') === true
const reasons = { refund: 'refunded', change: 'changed' } as const

/** The remaining claim of a voucher after its credit notes, or the reason why it is left out. */
function outcomeOf(main: JourneyVoucher, reds: readonly JourneyVoucher[], replaced: LeftOut['reason'] | undefined):
  | ClaimedVoucher
  | readonly LeftOut[] {
  const vouchers = [main, ...reds].map(({ id }) => id)
  const rest = reds.reduce((sum, { total }) => sum.plus(total ?? 0), new Decimal(main.total ?? 0))
  const reason = replaced ?? (reds.length > 0 && rest.lte(0) ? 'takenBack' : undefined)
  if (reason !== undefined) return vouchers.map((voucher) => ({ voucher, reason }))
  return { main, vouchers, isFee: main.business === 'refund' || reds.length > 0,
    ...(main.total !== undefined && { amount: rest.toFixed(2) }) }
}

/** Sorts by date and time, then by number and id, so that the result is independent of the order of files. */
function inOrder(one: JourneyVoucher, other: JourneyVoucher): number {
  const keyOf = ({ ways: [first], day, number, id }: JourneyVoucher) =>
    [first?.day ?? day ?? '', first?.time ?? '', number ?? '', id].join(' ')
  return keyOf(one) < keyOf(other) ? -1 : 1
}

function withoutRepeats(vouchers: readonly JourneyVoucher[]) {
  const seen = new Set<string>()
  const isFirst = ({ number }: JourneyVoucher) => number === undefined || (!seen.has(number) && seen.add(number).has(number))
  const once = vouchers.filter(isFirst)
  return { once,
    repeated: vouchers.filter((voucher) => !once.includes(voucher)).map(({ id }) => ({ voucher: id, reason: 'repeated' as const })) }
}

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

/** Consecutive days of travellers in one city away from home. */
export interface CityStay {
  readonly place: Place
  readonly from: string
  /** Day of departure; absent if unknown. */
  readonly to?: string
  readonly guests: readonly string[]
  /** The journey there is planned, without a ticket. */
  readonly isPlanned?: boolean
}

/** The stays of all travellers; simultaneous stays in one city are merged. */
export function periodsOf(legs: readonly Leg[]): readonly CityStay[] {
  const travellers = [...new Set(legs.map(({ traveller }) => traveller))].toSorted()
  const periods: CityStay[] = []
  for (const period of travellers.flatMap((traveller) => periodsOfOne(legs.filter((leg) => leg.traveller === traveller), traveller))) {
    const index = periods.findIndex((other) => isTogether(other, period))
    const same = periods[index]
    if (same) periods[index] = { ...same, guests: [...same.guests, ...period.guests] }
    else periods.push(period)
  }
  const keyOf = ({ from, guests }: CityStay) => [from, ...guests].join(' ')
  return periods.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Returns whether two stays coincide; planned and actual stays are not merged. */
const isTogether = (one: CityStay, other: CityStay): boolean =>
  isSamePlace(one.place, other.place) && one.from === other.from && one.to === other.to &&
  (one.isPlanned ?? false) === (other.isPlanned ?? false)

function periodsOfOne(legs: readonly Leg[], traveller: string): readonly CityStay[] {
  const home = legs[0]?.from
  return legs.flatMap(({ to, end, day, isPlanned }, index): CityStay[] => {
    const from = end === undefined ? day : dayOf(end)
    const next = legs[index + 1]?.day
    return to === undefined || from === undefined || isSamePlace(to, home) || next === from
      ? []
      : [{ place: to, from, guests: [traveller], ...withoutUndefined({ to: next, isPlanned }) }]
  })
}

/** The nights covered by hotel invoices. */
export function staysOf(invoices: readonly ClaimedVoucher[], periods: readonly CityStay[]): readonly Stay[] {
  const assigned = invoices.map((invoice) => ({ invoice, period: periodOf(invoice, periods) }))
  return periods.flatMap((period) => nightsIn(period, assigned.flatMap((each) => (each.period === period ? [each.invoice] : []))))
    .concat(assigned.flatMap(({ invoice, period }) => (period ? [] : [alone(invoice)])))
}

/** The stay that a hotel invoice belongs to; hotels issue invoices on the day of departure or later. */
function periodOf({ main: { place, day } }: ClaimedVoucher, periods: readonly CityStay[]): CityStay | undefined {
  const fitting = periods.filter((period) => place === undefined || isSamePlace(place, period.place))
  const gone = fitting.filter(({ isPlanned }) => !isPlanned)
  const possible = gone.length > 0 ? gone : fitting
  if (day === undefined) return possible[0]
  const begun = possible.filter(({ from }) => from < day)
  return begun.find(({ to }) => to === day) ?? begun.findLast(({ to }) => to !== undefined) ?? begun.at(-1) ??
    possible.find(({ from }) => from === day)
}

/** Stay of an invoice without a known journey: its day counts as the day of departure. */
function alone({ main: { place, day, nights }, vouchers, amount }: ClaimedVoucher): Stay {
  return { vouchers,
    ...withoutUndefined({ amount, place, to: day, from: day !== undefined && nights !== undefined ? dayAfter(day, -nights) : undefined }) }
}

/**
 * Distributes the nights of a stay over its invoices: one invoice per guest for the whole stay if their numbers match, else consecutive.
 */
function nightsIn(period: CityStay, invoices: readonly ClaimedVoucher[]): readonly Stay[] {
  const { place, from, to, guests } = period
  const all = to === undefined ? undefined : daysFrom(from, to)
  const hasOwnRooms = guests.length > 1 && invoices.length === guests.length &&
    invoices.every(({ main }) => main.nights === undefined || main.nights === all)
  let begin = from
  return invoices.map(({ main, vouchers, amount }, index) => {
    const cost = { vouchers, ...withoutUndefined({ amount }), place }
    if (hasOwnRooms) return { ...cost, guests: guests.slice(index, index + 1), from, ...withoutUndefined({ to }) }
    const end = endDay(main, { begin, period, isLast: index === invoices.length - 1 })
    const days = end === undefined || begin < end ? withoutUndefined({ from: begin, to: end }) : {}
    begin = end ?? begin
    return { ...cost, guests, ...days }
  })
}

interface StayContext {
  readonly begin: string
  readonly period: CityStay
  readonly isLast: boolean
}

/** Last day of an invoice: by its number of nights, else its date; for the last invoice, the departure. */
function endDay({ nights, day }: ClaimedVoucher['main'], { begin, period, isLast }: StayContext): string | undefined {
  const { to } = period
  if (nights !== undefined) return isWholeTime(nights, begin, period) ? to : dayAfter(begin, nights)
  if (isLast && to !== undefined) return to
  return day !== undefined && isWithin(day, begin, to) ? day : undefined
}

const isWithin = (day: string, begin: string, to: string | undefined): boolean => day > begin && (to === undefined || day <= to)

/** Returns whether a number of nights covers the whole stay; with several rooms the nights are multiplied. */
function isWholeTime(nights: number, begin: string, { to, guests }: CityStay): boolean {
  const left = to === undefined ? undefined : daysFrom(begin, to)
  return left !== undefined && (nights > left || nights === left * guests.length)
}

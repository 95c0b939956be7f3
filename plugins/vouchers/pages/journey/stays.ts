import { dayAfter, dayOf, daysFrom } from './days.ts'
import { isSamePlace, type Leg, type Place, type Stay } from './journey.ts'
import { withoutUndefined } from './without-undefined.ts'
import type { ClaimedVoucher } from './set-off.ts'

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
    const end = endOf(main, { begin, period, isLast: index === invoices.length - 1 })
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
function endOf({ nights, day }: ClaimedVoucher['main'], { begin, period, isLast }: StayContext): string | undefined {
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

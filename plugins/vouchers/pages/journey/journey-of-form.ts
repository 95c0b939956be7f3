import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { FilledRow } from '../drop/placing.ts'
import { type Cost, dayAfter, type Fare, type FormJourney, isSamePlace, type Journey, type JourneyQuestion, type JourneyTables,
  journeyTables, type JourneyVoucher, type LeftOut, type Leg, nightsFrom, type Place, type Stay, withoutUndefined } from './journey.ts'
import { fillJourney, type JourneyFillContext, journeyVoucher, type VoucherWithFile } from './fill.ts'
import { allLegs, type CityStay, type ClaimedVoucher, faresOf, legsOf, periodsOf, placeOn, setOff, staysOf } from './itinerary.ts'

interface OpenQuestion {
  readonly known: FormJourney
  readonly legs: readonly Leg[]
  readonly fares: readonly Fare[]
  readonly stays: readonly Stay[]
  readonly periods: readonly CityStay[]
}

/** The open questions about a journey. */
const questionsOf = (
  question: OpenQuestion,
): readonly JourneyQuestion[] => [...gaps(question.legs), ...nights(question), ...plannedFares(question), ...arrivals(question.legs)]

/** Missing tickets: between two legs, and back from the last one. */
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

/** Nights away without a hotel invoice; consecutive nights form one question. */
function nights({ known, stays, periods }: OpenQuestion): readonly JourneyQuestion[] {
  const all = [...known.stays, ...stays.map(({ guests = [known.applicant], ...rest }) => ({ guests, ...rest }))]
  // an invoice with unknown days might cover any night
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

/** Legs with a departure but no arrival time, which tickets do not contain. */
const arrivals = (legs: readonly Leg[]): readonly JourneyQuestion[] =>
  legs.flatMap(({ rowId, traveller, to, start, end }) =>
    to && start !== undefined && end === undefined
      ? [{ kind: 'arrival', ...(rowId !== undefined && { rowId }), traveller, to, start } as const]
      : []
  )

/** Planned fares without a ticket, of travellers who have at least one ticket. */
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

/** Rows proposed by a trip request, by id, with their proposed values. */
class PlannedRows {
  private readonly rows = new Map<string, string>()

  /** Remembers all rows of tables without entered values as proposals. */
  remember(store: FormStore, tables: readonly string[]): void {
    for (const row of tables.filter((table) => store.entered[table] === undefined).flatMap((table) => rowsAt(store.value, table))) {
      this.rows.set(rowIdOf(row) ?? '', JSON.stringify(row))
    }
  }

  /** Returns whether the row is an unchanged proposal. */
  has(row: FormValue): boolean {
    return this.rows.get(rowIdOf(row) ?? '') === JSON.stringify(row)
  }
}

/** Reads the journey from the values of the form. */
function formJourney(store: FormStore, tables: JourneyTables, planned: PlannedRows): FormJourney {
  const applicant = textOf(store.value['applicant']) ?? ''
  const rowsOf = (table: string) => rowsAt(store.value, table).map((row) => ({ row, at: reader(store, table, row) }))
  const named = (row: FormValue, at: RoleReader) => ({ rowId: rowIdOf(row) ?? '', traveller: textOf(at('traveller')) ?? applicant })
  const isPlanned = (table: string, row: FormValue) => {
    if (store.entered[table] === undefined) return true
    const entered = rowsAt(store.entered, table).find((each) => rowIdOf(each) === rowIdOf(row))
    return planned.has(entered ?? row)
  }
  return {
    applicant,
    legs: rowsOf(tables.legs).map(({ row, at }) => {
      const [start, end] = [textOf(at('timeFrom')), textOf(at('timeTo'))]
      return { ...named(row, at), isPlanned: isPlanned(tables.legs, row), ...places(at),
        ...withoutUndefined({ start, end, day: start?.slice(0, 10) }) }
    }).filter(({ from, to }) => from !== undefined || to !== undefined),
    fares: rowsOf(tables.fares).map(({ row, at }) => ({
      ...named(row, at),
      isPlanned: isPlanned(tables.fares, row),
      ...places(at),
      ...withoutUndefined({ day: textOf(at('travelDate')), amount: textOf(at('invoiceAmount')) }),
    })),
    stays: rowsOf(tables.stays).filter(({ at }) => [at('invoiceAmount'), at('dayFrom')].some((held) => textOf(held) !== undefined)).map(
      ({ at }) => {
        const guests = at('traveller')
        return { guests: Array.isArray(guests) && guests.length > 0 ? guests.map(String) : [applicant],
          ...withoutUndefined({ from: textOf(at('dayFrom')), to: textOf(at('dayTo')) }) }
      },
    ),
  }
}

type RoleReader = (role: FieldRole) => unknown

const reader = (store: FormStore, table: string, row: FormValue): RoleReader => (role) =>
  row[keyAs(store.form.fields[table]?.columns ?? {}, role) ?? '']

function places(at: RoleReader): { from?: Place; to?: Place } {
  return withoutUndefined({ from: placeOf(at('placeFrom')), to: placeOf(at('placeTo')) })
}

const textOf = (held: unknown): string | undefined => (typeof held === 'string' && held !== '' ? held : undefined)

const placeOf = (held: unknown): Place | undefined => (Array.isArray(held) && held.length > 0 ? held.map(String) : undefined)

/**
 * Reconstructs a journey from its vouchers: legs by stations and dates, fares, hotel stays, other costs, and open questions. The result
 * does not depend on the order of the vouchers; each is claimed once or left out with a reason, and entered values are not changed.
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

/** Fare of a taxi ride, in the city of its passenger. The invoice may be dated after the journey; its day is then unknown. */
function rideOf({ main, vouchers, amount }: ClaimedVoucher, legs: readonly Leg[], applicant: string): Fare {
  const traveller = main.traveller ?? applicant
  const days = legs.filter((leg) => leg.traveller === traveller).flatMap(({ day }) => day ?? [])
  const day = main.day !== undefined && isWithin(main.day, days) ? main.day : undefined
  const place = day === undefined ? undefined : placeOn(legs, traveller, day)
  return { vouchers, ...withoutUndefined({ amount, traveller: main.traveller, from: place, to: place, day }) }
}

/** Returns whether a day is within a journey; true without known days. */
const isWithin = (day: string, days: readonly string[]): boolean =>
  days.length === 0 || (days.some((each) => each <= day) && days.some((each) => day <= each))

/** A left-out voucher with the name of its file. */
export interface LeftOutFile extends LeftOut {
  readonly file: string
  readonly number?: string
}

/** Result of filling a journey into a form. */
export interface JourneyResult {
  readonly rows: readonly FilledRow[]
  readonly crowded: ReadonlyMap<number, number>
  readonly leftOut: readonly LeftOutFile[]
  undo(): void
}

/** The journey claimed on a form: planned rows, filled vouchers and open questions. */
export class JourneyOfForm {
  readonly tables: JourneyTables
  private readonly planned = new PlannedRows()
  private readonly dismissed = new Set<string>()
  /** True once vouchers of a journey were dropped; before that there are no questions. */
  isNotified = false

  constructor(private readonly store: FormStore, tables: JourneyTables) {
    this.tables = tables
  }

  /** Fills the vouchers of a drop into the form. */
  finish(all: readonly VoucherWithFile[], fileOf: (job: number) => string, optionOf: JourneyFillContext['optionOf']): JourneyResult {
    const { store, tables } = this
    const keys = Object.values(tables)
    this.planned.remember(store, keys)
    const before = Object.fromEntries(keys.map((key) => [key, store.entered[key]]))
    const gathered = new Map(all.map((each) => [each.id, each]))
    const journey: Journey = rebuilt(all.map(({ id, voucher }) => journeyVoucher(id, voucher)), formJourney(store, tables, this.planned))
    const { rows, crowded } = fillJourney(store, journey, { tables, gathered, optionOf })
    this.isNotified = true
    const undo = () => {
      store.marks.remove(rows.flatMap(marksIn))
      for (const key of keys) store.set({ key }, before[key])
      store.flush()
    }
    const leftOut = journey.leftOut.flatMap((each): LeftOutFile[] => {
      const found = gathered.get(each.voucher)
      const number = found?.voucher.fields['number']?.value
      return found ? [{ ...each, file: fileOf(found.job), ...(number !== undefined && { number }) }] : []
    })
    return { rows, crowded, leftOut, undo }
  }

  /** The open questions for the current state of the form, without dismissed ones. */
  questions(): readonly JourneyQuestion[] {
    if (!this.isNotified) return []
    return rebuilt([], formJourney(this.store, this.tables, this.planned)).questions.filter((question) =>
      !this.dismissed.has(keyOf(question))
    )
  }

  dismiss(question: JourneyQuestion): void {
    this.dismissed.add(keyOf(question))
  }
}

const marksIn = (
  { table, rowId, cells }: FilledRow,
): readonly string[] => [nameOfCell({ key: table, rowId }), ...cells.map(({ column }) => nameOfCell({ key: table, rowId, column }))]

/** Identity of a question, to remember dismissed ones. */
export const keyOf = (question: JourneyQuestion): string => JSON.stringify(question)

const journeys = new WeakMap<FormStore, JourneyOfForm | null>()

/** The journey of a form; undefined for forms without the tables of a journey. */
export function journeyOfForm(store: FormStore): JourneyOfForm | undefined {
  const known = journeys.get(store)
  if (known !== undefined) return known ?? undefined
  const tables = journeyTables(store.form)
  const journey = tables && new JourneyOfForm(store, tables)
  journeys.set(store, journey ?? null)
  return journey
}

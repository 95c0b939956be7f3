import { Decimal } from 'decimal.js'
import { type Generated, sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf, moneyText, roundMoney } from '#kernel/values/money.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import { formula, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { spelledNumber } from '#kernel/parameters/parameters.ts'
import { Refused } from '#kernel/errors.ts'
import { composeName } from '#kernel/wording/names.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { tierOf } from '#plugins/travel/types/standards.ts'
import { daysOf, type FiledTrip, type Leg, legsOf, type Stay, staysOf, textsAt, tripDays, tripOf, tripsOf } from './allowances.ts'

/** Table created by migrations of `forms`, its former module. */
interface LiveAllowanceTable {
  /** Person with an allowance for the day. */
  traveler: string
  day: string
  document: string
  /** Fraction of the day that the claim pays, 1 or 0.5; at most 1 over all claims. */
  share: Generated<string>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_allowance: LiveAllowanceTable
  }
}

/** A stay without the days paid by other claims. */
interface OpenStay extends Stay {
  /** Bilingual note on the days paid by other claims, with their numbers, "中文/English"; undefined if there are none. */
  readonly paidNote: string | undefined
}

/** Reduces stays by the shares of days that other claims already pay, since each day of a person is paid once. */
async function withoutPaidDays(db: Db, stays: readonly Stay[], document: string): Promise<OpenStay[]> {
  const days = stays.flatMap(({ shares }) => shares.map(({ day }) => day))
  const rows = days.length === 0 ? [] : await db.selectFrom('live_allowance')
    .innerJoin('document', 'document.id', 'live_allowance.document')
    .select(['traveler', 'day', 'share', 'document.number'])
    .where('traveler', 'in', [...new Set(stays.map(({ traveler }) => traveler))])
    .where('day', 'in', [...new Set(days)])
    .where('live_allowance.document', '!=', document)
    .orderBy('document.number')
    .execute()
  const left = new Map<string, Decimal>()
  return stays.map((stay) => {
    const paidBy = (day: string) => rows.filter((row) => row.traveler === stay.traveler && row.day === day)
    const shares = stay.shares.map(({ day, share }) => {
      const key = `${stay.traveler} ${day}`
      const open = left.get(key) ?? paidBy(day).reduce((rest, paid) => rest.minus(paid.share), new Decimal(1))
      const granted = Decimal.max(0, Decimal.min(share, open))
      left.set(key, open.minus(granted))
      return { day, share: granted, isCut: granted.lt(share), numbers: paidBy(day).map(({ number }) => number) }
    })
    const cut = shares.filter(({ isCut, numbers }) => isCut && numbers.length > 0)
    const notes = cut.map(({ day, numbers }) => [day, numbers.join(', ')] as const)
    return { ...stay, shares, days: daysOf(shares), paidNote: notes.length === 0 ?
      undefined :
      composeName({ cn: notes.map(([day, no]) => `${day} 已在 ${no} 领取补贴`).join('；'),
        en: notes.map(([day, no]) => `${day} is paid in ${no}`).join('; ') }) }
  })
}

/** Reserves the paid days of a claim until it is released. */
export const liveAllowances: DocumentExtension = {
  concerns: ({ fields }) => fields['allowanceRows']?.columns !== undefined,

  /** Repeats the reduction under a lock of the travellers, against concurrent claims, and stores the days. */
  async onSubmit(step) {
    const { db, document } = step
    await db.deleteFrom('live_allowance').where('document', '=', document.id).execute()
    const stays = await staysIn(step)
    for (const traveler of [...new Set(stays.map((stay) => stay.traveler))].toSorted())
      await sql`select pg_advisory_xact_lock(hashtext(${`allowance ${traveler}`}))`.execute(db)
    const open = await withoutPaidDays(db, stays, document.id)
    refuseChanged(step, open)
    const rows = open.flatMap(({ traveler, shares }) => shares.map(({ day, share }) => ({ traveler, day, share })))
      .filter(({ share }) => share.gt(0)).map(({ traveler, day, share }) => ({ traveler, day, share: share.toFixed(1),
        document: document.id })
      )
    if (rows.length > 0) await db.insertInto('live_allowance').values(rows).execute()
  },

  async onReleased({ db, document }) {
    await db.deleteFrom('live_allowance').where('document', '=', document.id).execute()
  },
}

async function staysIn({ db, value }: DocumentStep): Promise<Stay[]> {
  const trips = await tripsOf(db, textsAt(value, 'tripLinks'))
  return staysOf(legsOf(value, trips).filter((leg): leg is Leg => leg !== undefined))
}

/** @throws Refused if another claim has taken a day since the allowances were calculated */
function refuseChanged({ value }: DocumentStep, open: readonly OpenStay[]): void {
  const counted = rowsAt(value, 'allowanceRows').reduce((sum, row) => sum.plus(textAt(row, 'days') ?? 0), new Decimal(0))
  const isSame = counted.eq(open.reduce((sum, { days }) => sum.plus(days), new Decimal(0)))
  if (!isSame) throw new Refused('forms.allowanceChanged', {}, [{ field: 'tripRows', code: 'forms.allowanceChanged' }])
}

/** Lookup of the current travel standards and rules; zero for "at cost". */
async function travelFigures(db: Db): Promise<(key: 'travelStandard' | 'travelRule', name: string) => Decimal> {
  const rows = await db.selectFrom('sys_dict_data').select(['type', 'value', 'label']).where('type', 'in', ['travelStandard', 'travelRule'])
    .where('del_flag', '=', 0).execute()
  const figures = new Map(rows.map(({ type, value, label }) => [`${type} ${value}`, spelledNumber(label)]))
  return (key, name) => figures.get(`${key} ${name}`) ?? new Decimal(0)
}

const tier = formula(tierOf('area'), ['area'])

/** City tier of an area, by the same FEEL expression as the forms. */
function cityTier(area: readonly string[]): string | null {
  const found = valueOf(tier, { area: [...area] }, { today: '2000-01-01', now: '2000-01-01T00:00:00' })
  return typeof found === 'string' ? found : null
}

/** Calculates the server-side figures of a travel claim on filing: trips of legs, days, and allowances. */
export const claimFigures: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => fields['allowanceRows']?.columns !== undefined && fields['tripRows']?.columns !== undefined,

  async prepare(step) {
    if (!(step.filing ?? step.before === undefined)) return {}
    const trips = await tripsOf(step.db, textsAt(step.value, 'tripLinks'))
    const proposed = proposedRows(step.value, trips)
    const value = { ...step.value, ...proposed }
    const legs = legsOf(value, trips).filter((leg): leg is Leg => leg !== undefined)
    const stays = await withoutPaidDays(step.db, staysOf(legs), step.document.id)
    const allowances = { allowanceRows: await allowanceRows(step, stays) }
    return {
      ...proposed,
      ...costsByTrip({ ...value, ...allowances }, trips),
      tripRows: rowsAt(value, 'tripRows').map((row) => ({ ...row, tripNo: tripOf(row, trips) })),
      totalTripDays: String(tripDays(legs)),
    }
  },
}

/** Traveller and day of a row, by table; other costs belong to the applicant. */
const occasions: Readonly<Record<string, (row: FormValue, value: FormValue) => FormValue>> = {
  transportRows: ({ traveler, date }) => ({ traveler, startTime: date }),
  hotelRows: ({ persons, checkIn }) => ({ traveler: Array.isArray(persons) ? persons[0] : undefined, startTime: checkIn }),
  allowanceRows: ({ traveler, fromDate }) => ({ traveler, startTime: fromDate }),
  otherRows: ({ date }, { applicant }) => ({ traveler: applicant, startTime: date }),
}

/** Rows with the number of their trip, with whose budget they are compared. */
function costsByTrip(value: FormValue, trips: readonly FiledTrip[]): FormValue {
  const tables = Object.entries(occasions).filter(([table]) => value[table] !== undefined)
  return Object.fromEntries(
    tables.map((
      [table, occasion],
    ) => [table, rowsAt(value, table).map((row) => ({ ...row, tripNo: tripOf(occasion(row, value), trips) }))]),
  )
}

async function allowanceRows(step: DocumentStep, stays: readonly OpenStay[]): Promise<FormValue[]> {
  if (stays.length === 0) return []
  const { exchangeRate, usdRate } = step.value
  const rows = allowancesOf(stays, { figures: await travelFigures(step.db), levels: await levelsOf(step, stays),
    exchangeRate: decimalOf(String(exchangeRate ?? '')), usdRate: decimalOf(String(usdRate ?? '')) })
  return rows.map((row, index) => ({ ...row, ...(stays[index]?.paidNote !== undefined && { paidNote: stays[index].paidNote }) }))
}

interface Standards {
  readonly figures: Awaited<ReturnType<typeof travelFigures>>
  /** Position levels by traveller id; 1 if unknown. */
  readonly levels: ReadonlyMap<string, string>
  /** RMB per unit of the claim's currency, and per USD; without a rate no allowance is granted, which a field problem reports. */
  readonly exchangeRate: Decimal | null
  readonly usdRate: Decimal | null
}

/**
 * Allowance of each stay. Standards are in RMB, those abroad in USD. They are converted unrounded and rounded once: each stay gets the
 * cumulative amount up to its end minus that of the earlier stays, so that the stays of a trip add up to its days × the standard.
 */
export function allowancesOf(stays: readonly Stay[], { figures, levels, exchangeRate, usdRate }: Standards): FormValue[] {
  const counted = new Map<string, Decimal>()
  return stays.map((stay) => {
    const level = levels.get(stay.traveler) ?? '1'
    const isAbroad = ['4', '5'].includes(cityTier(stay.city) ?? '')
    const mealRmb = figures('travelStandard', `meal.${isAbroad ? 'abroad' : 'home'}.${level}`).times(isAbroad ? (usdRate ?? 0) : 1)
    const localRmb = isAbroad ? new Decimal(0) : figures('travelStandard', `local.home.${level}`)
    const converted = (rmb: Decimal) => roundMoney(exchangeRate?.gt(0) ? rmb.div(exchangeRate) : new Decimal(0))
    const meals = figures('travelRule', 'breakfast').times(stay.breakfasts).plus(figures('travelRule', 'lunch').times(stay.lunches)).plus(
      figures('travelRule', 'dinner').times(stay.dinners),
    )
    const standard = [stay.traveler, stay.trip, isAbroad].join('\n')
    const before = counted.get(standard) ?? new Decimal(0)
    const after = before.plus(stay.days)
    counted.set(standard, after)
    const daily = mealRmb.plus(localRmb)
    return {
      rowId: `${stay.traveler}.${stay.fromDate}`,
      traveler: stay.traveler,
      city: [...stay.city],
      fromDate: stay.fromDate,
      toDate: stay.toDate,
      days: stay.days.toFixed(1),
      mealStandard: moneyText(converted(mealRmb)),
      transportStandard: moneyText(converted(localRmb)),
      granted: moneyText(converted(daily.times(after)).minus(converted(daily.times(before)))),
      // capped at the granted meal allowance
      mealDeduct: moneyText(converted(mealRmb.times(Decimal.min(meals, stay.days)))),
    }
  })
}

async function levelsOf({ db, references }: DocumentStep, stays: readonly Stay[]): Promise<ReadonlyMap<string, string>> {
  const people = (await references.source('person')?.find(db, [...new Set(stays.map(({ traveler }) => traveler))])) ?? []
  return new Map(people.map(({ id, positionLevel }) => [id, String(positionLevel)]))
}

/** Transport value for company cars, for which the traveller is paid nothing. */
const companyCar = '5'

/** Rows prefilled from the trips for tables without entries: all travellers' legs and fares. */
function proposedRows(value: FormValue, trips: readonly FiledTrip[]): FormValue {
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

/** Travellers of a trip: the applicant first, then the companions. */
const travellersOf = ({ value, people }: FiledTrip): readonly string[] => {
  const applicant = textAt(value, 'applicant')
  const companions = Array.isArray(value['companions']) ? (value['companions'] as string[]) : []
  return applicant ? [applicant, ...companions] : people
}

const isSameCurrency = (value: FormValue, { value: trip }: FiledTrip) => value['currencyType'] === trip['currencyType']

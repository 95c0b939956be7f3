import { Decimal } from 'decimal.js'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf, moneyText, roundMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { type Leg, type Stay, staysOf, tripDays } from './allowances.ts'
import { cityTier } from './city-tier.ts'
import { type FiledTrip, legsOf, textsAt, tripOf, tripsOf } from './read.ts'
import { proposedRows } from './proposed-rows.ts'
import { type OpenStay, withoutPaidDays } from './live-allowances.ts'
import { travelFigures } from './standards.ts'

/** The figures that the server works out for a travel claim when it is filed: the trip of each leg, the days, and the allowances. */
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

/** The traveller and the day of a row, by table: an other cost is the applicant's. */
const occasions: Readonly<Record<string, (row: FormValue, value: FormValue) => FormValue>> = {
  transportRows: ({ traveler, date }) => ({ traveler, startTime: date }),
  hotelRows: ({ persons, checkIn }) => ({ traveler: Array.isArray(persons) ? persons[0] : undefined, startTime: checkIn }),
  allowanceRows: ({ traveler, fromDate }) => ({ traveler, startTime: fromDate }),
  otherRows: ({ date }, { applicant }) => ({ traveler: applicant, startTime: date }),
}

/** The costs with the trip that each belongs to, which its budget is compared with. */
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
  /** Position levels of the travellers by their ids; 1 where none is known. */
  readonly levels: ReadonlyMap<string, string>
  /** RMB for a unit of the claim's currency, and for a US dollar; nothing is granted while one is not set, which its own field reports. */
  readonly exchangeRate: Decimal | null
  readonly usdRate: Decimal | null
}

/**
 * The allowance of each stay. Standards are in RMB, those abroad in USD; converted unrounded and rounded once, so that the stays of
 * a trip add up to its days × the standard: each is granted what the days up to its end come to, less what those before it got.
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
      // never more than was granted for meals
      mealDeduct: moneyText(converted(mealRmb.times(Decimal.min(meals, stay.days)))),
    }
  })
}

async function levelsOf({ db, references }: DocumentStep, stays: readonly Stay[]): Promise<ReadonlyMap<string, string>> {
  const people = (await references.source('person')?.find(db, [...new Set(stays.map(({ traveler }) => traveler))])) ?? []
  return new Map(people.map(({ id, positionLevel }) => [id, String(positionLevel)]))
}

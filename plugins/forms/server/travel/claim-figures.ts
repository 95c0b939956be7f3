import { Decimal } from 'decimal.js'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf, moneyText, roundMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { type Leg, type Stay, staysOf, tripDays } from './allowances.ts'
import { cityTier } from './city-tier.ts'
import { type FiledTrip, legsOf, textsAt, tripOf, tripsOf } from './read.ts'
import { proposedRows } from './proposed-rows.ts'
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
    const allowances = { allowanceRows: await allowanceRows(step, staysOf(legs)) }
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

async function allowanceRows(step: DocumentStep, stays: readonly Stay[]): Promise<FormValue[]> {
  if (stays.length === 0) return []
  const figures = await travelFigures(step.db)
  const levels = await levelsOf(step, stays)
  return stays.map((stay) => {
    const level = levels.get(stay.traveler) ?? '1'
    const isAbroad = ['4', '5'].includes(cityTier(stay.city) ?? '')
    const factor = isAbroad ? factorAbroad(step.value) : factorAtHome(step.value)
    const meal = inCurrency(figures('travelStandard', `meal.${isAbroad ? 'abroad' : 'home'}.${level}`), factor)
    const local = isAbroad ? new Decimal(0) : inCurrency(figures('travelStandard', `local.home.${level}`), factor)
    const share = figures('travelRule', 'breakfast').times(stay.breakfasts).plus(figures('travelRule', 'lunch').times(stay.lunches)).plus(
      figures('travelRule', 'dinner').times(stay.dinners),
    )
    return {
      rowId: `${stay.traveler}.${stay.fromDate}`,
      traveler: stay.traveler,
      city: [...stay.city],
      fromDate: stay.fromDate,
      toDate: stay.toDate,
      days: stay.days.toFixed(1),
      mealStandard: moneyText(meal),
      transportStandard: moneyText(local),
      // never more than was granted for meals
      mealDeduct: moneyText(roundMoney(Decimal.min(meal.times(share), meal.times(stay.days)))),
    }
  })
}

async function levelsOf({ db, references }: DocumentStep, stays: readonly Stay[]): Promise<ReadonlyMap<string, string>> {
  const people = (await references.source('person')?.find(db, [...new Set(stays.map(({ traveler }) => traveler))])) ?? []
  return new Map(people.map(({ id, positionLevel }) => [id, String(positionLevel)]))
}

/** A unit of the standard in the claim's currency; nothing while a rate is not set, which is reported at the currency. */
function factorAtHome({ exchangeRate }: FormValue): Decimal {
  const rate = decimalOf(String(exchangeRate ?? ''))
  return rate?.gt(0) ? new Decimal(1).div(rate) : new Decimal(0)
}

const factorAbroad = (value: FormValue): Decimal => (decimalOf(String(value['usdRate'] ?? '')) ?? new Decimal(0)).times(factorAtHome(value))

const inCurrency = (standard: Decimal, factor: Decimal): Decimal => roundMoney(standard.times(factor))

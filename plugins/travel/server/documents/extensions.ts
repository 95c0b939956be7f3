import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { textAt } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { rates } from '#plugins/currencies/server/public-api.ts'
import { claimFigures, liveAllowances } from './claim-figures.ts'
import { textsAt, tripsOf } from './allowances.ts'

interface TravelPeriod {
  readonly from: string
  readonly to: string
}

/** Live documents of a type whose period overlaps another one; timestamps of the same format are compared as texts. */
const meeting = (db: Db, type: string, { from, to }: TravelPeriod, keys: { readonly from: string; readonly to: string }) =>
  db.selectFrom('document')
    .select(['document.id', 'document.number', 'document.value', 'document.applicant'])
    .where('type', '=', type)
    .where('state', 'in', ['inApproval', 'completed'])
    .where(sql<string>`document.value ->> ${keys.from}`, '<', to)
    .where(sql<string>`document.value ->> ${keys.to}`, '>', from)

/** Warns about overlapping trips of a person, to be confirmed. */
const overlappingTrips: DocumentExtension = {
  concerns: ({ fields }) => fields['companions'] !== undefined && fields['itinerary']?.columns !== undefined,

  async check({ db, form, value, document, directory, actor }) {
    const [from, to, applicant] = ['startTime', 'endTime', 'applicant'].map((key) => textAt(value, key))
    if (!from || !to || !applicant) return []
    const people = [applicant, ...textsAt(value, 'companions')]
    const others = await meeting(db, form.key, { from, to }, { from: 'startTime', to: 'endTime' })
      .where('document.id', '!=', document.id)
      .where((eb) =>
        eb.or([eb('document.applicant', 'in', people), eb(sql<boolean>`document.value -> 'companions' ?| ${people}::text[]`, '=', true)])
      )
      .orderBy('document.number').limit(20).execute()
    return others.map(({ number: no, applicant: other, value: theirs }): FieldProblem => {
      const both = people.find((person) => person === other || textsAt(theirs, 'companions').includes(person)) ?? applicant
      const name = splitName(directory.person(both)?.name ?? both)[actor.locale]
      return { field: both === applicant ? 'itinerary' : 'companions', code: 'forms.tripOverlap', level: 'confirm',
        parameters: { name, no } }
    })
  },
}

/** Warns about a second taxi at the same time, to be confirmed. */
const overlappingRides: DocumentExtension = {
  concerns: ({ fields }) => fields['taxiVehicle'] !== undefined && fields['dispatchTime'] !== undefined,

  async check({ db, form, value, document }) {
    const [from, to, applicant] = ['dispatchTime', 'endTime', 'applicant'].map((key) => textAt(value, key))
    if (!from || !to || !applicant) return []
    const [other] = await meeting(db, form.key, { from, to }, { from: 'dispatchTime', to: 'endTime' })
      .where('document.id', '!=', document.id).where('document.applicant', '=', applicant).orderBy('document.number').limit(1).execute()
    return other ? [{ field: 'dispatchTime', code: 'forms.taxiOverlap', level: 'confirm', parameters: { no: other.number } }] : []
  },
}

/** Refuses overlapping use of a company car, and sets the last mileage. */
const companyCars: DocumentExtension = {
  concerns: ({ fields }) => fields['car']?.dict === 'companyCar' && fields['lastMileage'] !== undefined,

  async prepare({ db, form, value, document }) {
    const car = textAt(value, 'car')
    if (!car || value['carKind'] !== '1') return { lastMileage: null }
    const { last } = await db.selectFrom('document').select(sql<string | null>`max((value ->> 'endMileage')::numeric)`.as('last'))
      .where('type', '=', form.key).where('id', '!=', document.id).where('state', 'in', ['inApproval', 'completed']).where(
        sql`value ->> 'car'`,
        '=',
        car,
      ).executeTakeFirstOrThrow()
    return { lastMileage: last === null ? null : Number(last).toFixed(1) }
  },

  check: takenCar,
  onSubmit: reserve,
  onPass: reserve,
}

async function takenCar({ db, form, value, document }: DocumentStep): Promise<FieldProblem[]> {
  const [car, from, to] = ['car', 'dispatchTime', 'endTime'].map((key) => textAt(value, key))
  if (!car || !from || !to || value['carKind'] !== '1' || textAt(value, 'actualEndTime')) return []
  const [other] = await db.selectFrom('document').select('number')
    .where('type', '=', form.key).where('id', '!=', document.id).where('state', 'in', ['inApproval', 'completed']).where(
      sql`value ->> 'car'`,
      '=',
      car,
    )
    .where(sql<string>`value ->> 'dispatchTime'`, '<', to)
    .where(sql<string>`coalesce(value ->> 'actualEndTime', value ->> 'endTime')`, '>', from)
    .limit(1).execute()
  return other ? [{ field: 'car', code: 'forms.carTaken', parameters: { plate: car } }] : []
}

/** Repeats the check under a lock of the car, against concurrent requests. */
async function reserve(step: DocumentStep): Promise<void> {
  const car = textAt(step.value, 'car')
  if (!car || step.value['carKind'] !== '1') return
  await sql`select pg_advisory_xact_lock(hashtext(${`car ${car}`}))`.execute(step.db)
  const [problem] = await takenCar(step)
  if (problem) throw new Refused(problem.code, problem.parameters, [problem])
}

/** The claimant and all persons with claimed costs must have been on the trip. */
const travellers: DocumentExtension = {
  concerns: ({ fields }) => fields['tripRows']?.columns !== undefined && fields['tripLinks'] !== undefined,

  async check({ db, value, document }) {
    const trips = await tripsOf(db, textsAt(value, 'tripLinks'))
    if (trips.length === 0) return []
    const isStrange = trips.find(({ people }) => !people.includes(document.starter) && !people.includes(textAt(value, 'applicant') ?? ''))
    const everybody = new Set(trips.flatMap(({ people }) => people))
    const wrong = (field: string, people: readonly (string | undefined)[]): FieldProblem[] =>
      people.some((person) => person !== undefined && !everybody.has(person)) ? [{ field, code: 'forms.notTraveller' }] : []
    return [
      ...(isStrange ? [{ field: 'tripLinks', code: 'forms.notOnTrip', parameters: { no: isStrange.number } }] : []),
      ...rowsAt(value, 'tripRows').flatMap((row, index) => wrong(`tripRows.${index}.traveler`, [textAt(row, 'traveler')])),
      ...rowsAt(value, 'transportRows').flatMap((row, index) => wrong(`transportRows.${index}.traveler`, [textAt(row, 'traveler')])),
      ...rowsAt(value, 'hotelRows').flatMap((row, index) => wrong(`hotelRows.${index}.persons`, textsAt(row, 'persons'))),
    ]
  },
}

/** A person who links a trip to a ride must have been on it. */
const ridersOfTrip: DocumentExtension = {
  concerns: ({ fields }) =>
    fields['tripLink']?.links?.includes('businessTrip') === true && (fields['taxiVehicle'] ?? fields['driver']) !== undefined,

  async check({ db, value, document }) {
    const trips = await tripsOf(db, textsAt(value, 'tripLink'))
    const strange = trips.find(({ people }) => !people.includes(document.starter))
    return strange ? [{ field: 'tripLink', code: 'forms.notOnTrip', parameters: { no: strange.number } }] : []
  },
}

/** Lists linked cars on the trip, and keeps its period fixed while linked cars, taxis and meals are live. */
const linkedRides: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => fields['dispatchList'] !== undefined && fields['itinerary']?.columns !== undefined,

  async prepare({ db, document }) {
    const rows = await owners(db, document.id).where('document.type', '=', 'dispatchCar').execute()
    return { dispatchList: rows.map(({ id }) => id) }
  },

  async check({ db, value, before, document }) {
    const isMoved = before !== undefined && ['startTime', 'endTime'].some((key) => textAt(before, key) !== textAt(value, key))
    if (!isMoved) return []
    const [owner] = await owners(db, document.id).where('document.type', 'in', ['taxiApply', 'dispatchCar', 'entertainmentApply']).limit(1)
      .execute()
    return owner ? [{ field: 'itinerary', code: 'forms.tripPeriodNamed', parameters: { no: owner.number } }] : []
  },
}

const owners = (db: Parameters<NonNullable<DocumentExtension['check']>>[0]['db'], target: string) =>
  db.selectFrom('document_link').innerJoin('document', 'document.id', 'document_link.owner').select(['document.id', 'document.number'])
    .where('document_link.target', '=', target).where('document.state', 'in', ['inApproval', 'completed']).orderBy('document.number')

/** Sets the USD rate of the month of filing, since standards abroad are in USD; frozen like the document's own rate. */
const usdRate: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => fields['usdRate']?.system === true,
  async prepare({ db, at, filing, before }) {
    if (!(filing ?? before === undefined)) return { usdRate: before?.['usdRate'] ?? null }
    return { usdRate: (await rates(db).find('USD', todayOf(at).slice(0, 7))) ?? null }
  },
}

/** Extensions for rules of trips, travel claims, taxis and cars that cannot be declared as data. */
export const travelExtensions: readonly DocumentExtension[] = [
  usdRate,
  claimFigures,
  linkedRides,
  travellers,
  ridersOfTrip,
  liveAllowances,
  overlappingTrips,
  overlappingRides,
  companyCars,
]

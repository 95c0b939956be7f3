import { sql } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import { Refused } from '#kernel/errors.ts'
import { textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { textsAt } from './read.ts'

interface TravelPeriod {
  readonly from: string
  readonly to: string
}

/** Live documents of a type whose period meets another one; times of one spelling compare as texts. */
const meeting = (db: Db, type: string, { from, to }: TravelPeriod, keys: { readonly from: string; readonly to: string }) =>
  db.selectFrom('document')
    .select(['document.id', 'document.number', 'document.value', 'document.applicant'])
    .where('type', '=', type)
    .where('state', 'in', ['inApproval', 'completed'])
    .where(sql<string>`document.value ->> ${keys.from}`, '<', to)
    .where(sql<string>`document.value ->> ${keys.to}`, '>', from)

/** One person is on one trip at a time; whoever knows better may say so. */
export const overlappingTrips: DocumentExtension = {
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

/** A second taxi at the same time is asked about. */
export const overlappingRides: DocumentExtension = {
  concerns: ({ fields }) => fields['taxiVehicle'] !== undefined && fields['dispatchTime'] !== undefined,

  async check({ db, form, value, document }) {
    const [from, to, applicant] = ['dispatchTime', 'endTime', 'applicant'].map((key) => textAt(value, key))
    if (!from || !to || !applicant) return []
    const [other] = await meeting(db, form.key, { from, to }, { from: 'dispatchTime', to: 'endTime' })
      .where('document.id', '!=', document.id).where('document.applicant', '=', applicant).orderBy('document.number').limit(1).execute()
    return other ? [{ field: 'dispatchTime', code: 'forms.taxiOverlap', level: 'confirm', parameters: { no: other.number } }] : []
  },
}

/** A company car is with one driver at a time; what it has run is known to the next one. */
export const companyCars: DocumentExtension = {
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

/** Again under a lock of the car: two may ask for it at once. */
async function reserve(step: DocumentStep): Promise<void> {
  const car = textAt(step.value, 'car')
  if (!car || step.value['carKind'] !== '1') return
  await sql`select pg_advisory_xact_lock(hashtext(${`car ${car}`}))`.execute(step.db)
  const [problem] = await takenCar(step)
  if (problem) throw new Refused(problem.code, problem.parameters, [problem])
}

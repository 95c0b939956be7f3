import type { FieldProblem } from '#kernel/errors.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { fields as carFields } from '#plugins/travel/types/dispatchCar/fields.ts'
import './tables.ts'

/** Fields of the car request that concern the driver. */
const car = { driver: 'driver', licence: 'licenceFile', until: 'endTime' } as const satisfies Record<string, keyof typeof carFields>

/** A registered driver needs a licence valid until the return; an unregistered one attaches it to the document. */
export const validLicence: DocumentExtension = {
  concerns: ({ fields }) =>
    fields[car.driver]?.kind === 'person' && fields[car.licence]?.kind === 'attachment' && fields[car.until] !== undefined,

  async check(step) {
    const [driver, until] = [textAt(step.value, car.driver), (textAt(step.value, car.until) ?? '').slice(0, 10)]
    if (driver === undefined || until === '' || isDecided(step)) return []
    const problem = problemOf(await licenceOf(step.db, driver), until, step.value)
    return problem ? [{ field: car.driver, ...problem }] : []
  },
}

const licenceOf = (db: Db, driver: string) =>
  db.selectFrom('driver').select('valid_until').where('person_id', '=', driver).where('enable', '=', true).where('del_flag', '=', 0)
    .executeTakeFirst()

function problemOf(licence: { readonly valid_until: string } | undefined, until: string, { [car.licence]: files }: FormValue): Omit<
  FieldProblem,
  'field'
> | undefined {
  const isShown = Array.isArray(files) && files.length > 0
  if (!licence) return isShown ? undefined : { code: 'drivers.none' }
  return licence.valid_until < until ? { code: 'drivers.expires', parameters: { date: licence.valid_until } } : undefined
}

/** Returns whether driver and period were already approved: the return of a car does not depend on the licence. */
const isDecided = ({ node, value, before }: DocumentStep): boolean =>
  node !== 'start' && before !== undefined && [car.driver, car.until].every((key) => textAt(before, key) === textAt(value, key))

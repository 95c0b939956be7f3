import { sql, type SqlBool } from 'kysely'
import { permits } from '#kernel/permissions.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import type { RowScope } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { fields as carFields } from '#plugins/travel/types/dispatchCar/index.ts'
import { migrations as distanceMigrations } from './distances/migrations.ts'
import { distanceRules, tableKm } from './distances/distances.ts'
import { travelExtensions } from './documents/extensions.ts'
import { endingLicences } from './drivers/drivers.ts'
import { migrations as driverMigrations } from './drivers/migrations.ts'
import { journeysOfDocuments } from './journeys/extension.ts'
import { journeyReminders, journeyRisks } from './journeys/notifications.ts'
import { migrations as journeyMigrations } from './journeys/migrations.ts'
import { routes } from './journeys/routes.ts'
import { can } from '../journeys/permissions.ts'
import './tables.ts'
import { samples } from './samples/samples.ts'

/** Fields of the car request that concern the driver. */
const car = { driver: 'driver', licence: 'licenceFile', until: 'endTime' } as const satisfies Record<string, keyof typeof carFields>

/** A registered driver needs a licence valid until the return; an unregistered one attaches it to the document. */
const validLicence: DocumentExtension = {
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

/** Scope of journeys by the traveller's main department; a person's own journeys are always visible. */
const journeyScope: RowScope = {
  cn: '行程',
  en: 'Trips',
  othersNeed: can.view,
  async count(host, db, caller) {
    const scope = caller.admin || permits(caller.permissions, can.view) ? await host.departments(db, caller, 'journey') : []
    const counted = db.selectFrom('journey_record').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const inScope = counted.where((
      eb,
    ) => (scope === 'all'
      ? eb.lit(true)
      : eb.or([eb('traveller_id', '=', caller.id), sql<SqlBool>`department_id = any(${[...scope]}::text[])`]))
    )
    const [seen, all] = [await inScope.executeTakeFirstOrThrow(), await counted.executeTakeFirstOrThrow()]
    return { seen: Number(seen.count), all: Number(all.count) }
  },
}

const driverRules: RecordRules = { constraints: { driver_person: { code: 'drivers.registered', fields: ['personId'] } } }

export default defineServer({
  id: 'travel',
  contributes: [samples],
  callNames: { subjects: { journey: { cn: '行程', en: 'Trip' } } },
  // set names of the former modules, under which databases have recorded these migrations
  migrationSets: [
    { id: 'journeys', migrations: journeyMigrations },
    { id: 'distances', migrations: distanceMigrations },
    { id: 'drivers', migrations: driverMigrations },
  ],
  routes,
  records: { areaDistance: distanceRules, driver: driverRules },
  extensions: [...travelExtensions, journeysOfDocuments, tableKm, validLicence],
  jobs: [journeyReminders, journeyRisks],
  rowScopes: { journey: journeyScope },
  actionItems: [endingLicences],
})

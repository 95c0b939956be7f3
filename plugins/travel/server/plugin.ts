import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { migrations as distanceMigrations } from './distances/migrations.ts'
import { distanceRules } from './distances/rules.ts'
import { tableKm } from './distances/table-km.ts'
import { travelExtensions } from './documents/extensions.ts'
import { endingLicences } from './drivers/action-items.ts'
import { validLicence } from './drivers/licences.ts'
import { migrations as driverMigrations } from './drivers/migrations.ts'
import { journeysOfDocuments } from './journeys/extension.ts'
import { journeyReminders, journeyRisks } from './journeys/jobs.ts'
import { migrations as journeyMigrations } from './journeys/migrations.ts'
import { routes } from './journeys/routes.ts'
import { journeyScope } from './journeys/row-scope.ts'

const driverRules: RecordRules = { constraints: { driver_person: { code: 'drivers.registered', fields: ['personId'] } } }

export default defineServer({
  id: 'travel',
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

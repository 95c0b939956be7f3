import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { endingLicences } from './action-items.ts'
import { validLicence } from './licences.ts'
import { migrations } from './migrations.ts'

const rules: RecordRules = { constraints: { driver_person: { code: 'drivers.registered', fields: ['personId'] } } }

export default defineServer({ id: 'drivers', migrations, records: { driver: rules }, extensions: [validLicence],
  actionItems: [endingLicences] })

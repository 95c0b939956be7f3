import { defineServer } from '#server/plugin.ts'
import { migrations } from './migrations.ts'
import { distanceRules } from './rules.ts'
import { tableKm } from './table-km.ts'

export default defineServer({ id: 'distances', migrations, records: { areaDistance: distanceRules }, extensions: [tableKm] })

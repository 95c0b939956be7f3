import { defineServer } from '#server/plugin.ts'
import { filedTotal } from './filed-total.ts'
import { introducedSuppliers } from './introduced-suppliers.ts'
import { lastPrices } from './last-prices.ts'
import { procurementMonth } from './procurement-month.ts'
import { sampleRounds } from './sample-rounds.ts'
import { sampledMaterials } from './sampled-materials.ts'

export default defineServer({ id: 'procurement',
  extensions: [filedTotal, procurementMonth, introducedSuppliers, lastPrices, sampledMaterials, sampleRounds] })

import { defineServer } from '#server/plugin.ts'
import { introducedSuppliers } from './introduced-suppliers.ts'
import { lastPrices } from './last-prices.ts'
import { sampleRounds } from './sample-rounds.ts'
import { sampledMaterials } from './sampled-materials.ts'

export default defineServer({ id: 'sourcing', extensions: [introducedSuppliers, lastPrices, sampledMaterials, sampleRounds] })

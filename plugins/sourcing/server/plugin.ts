import { defineServer } from '#server/plugin.ts'
import { introducedSuppliers } from './introduced-suppliers.ts'

export default defineServer({ id: 'sourcing', extensions: [introducedSuppliers] })

import { defineServer } from '../../../server/plugin.ts'
import { accountSource } from './account-source.ts'
import { migrations } from './migrations.ts'
import { masterRoutes } from './routes.ts'

export default defineServer({ id: 'masters', migrations, routes: masterRoutes, references: { bankAccount: accountSource } })

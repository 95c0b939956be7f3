import type { FastifyInstance } from 'fastify'
import { importRoutes } from '#server/imports/routes.ts'
import type { Host } from '#server/host.ts'
import { exportRoutes } from '#server/workbooks/export-routes.ts'
import { responsibilityExporter } from './roles/export-responsibilities.ts'
import { responsibilityImporter } from './roles/import-responsibilities.ts'
import { responsibilitiesPath, roleRoutes } from './roles/role-routes.ts'
import { roleWrites } from './roles/role-writes.ts'
import { accountRoutes } from './users/account-routes.ts'
import { userExporter } from './users/export-users.ts'
import { userImporter } from './users/import-users.ts'
import { userRoutes, userPath } from './users/user-routes.ts'

/** Administering people and what they may do. */
export function peopleRoutes(app: FastifyInstance, host: Host): void {
  userRoutes(app, host)
  accountRoutes(app, host)
  roleRoutes(app, host)
  roleWrites(app, host)
  importRoutes(app, host, userPath, userImporter(host))
  exportRoutes(app, host, userPath, userExporter(host))
  if (!host.plugins.some(({ roleScopes }) => roleScopes.length > 0)) return
  importRoutes(app, host, responsibilitiesPath, responsibilityImporter(host))
  exportRoutes(app, host, responsibilitiesPath, responsibilityExporter(host))
}

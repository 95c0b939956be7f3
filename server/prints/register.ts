import type { FastifyInstance } from 'fastify'
import type { ServerPlugin } from '#server/plugin.ts'
import { type PrintRouteContext, printRoutes } from './routes.ts'
import { sheetRoutes } from './sheet-routes.ts'

export { printMigrations } from './progress.ts'

/** Every call that puts documents on paper, with the templates and seals that a module keeps. */
export function registerPrints(app: FastifyInstance, host: Omit<PrintRouteContext, 'templates' | 'seals'>,
  servers: readonly ServerPlugin[]): void {
  const printing: PrintRouteContext = { ...host, templates: servers.find(({ wordTemplates }) => wordTemplates)?.wordTemplates,
    seals: servers.find(({ companySeals }) => companySeals)?.companySeals }
  printRoutes(app, printing)
  sheetRoutes(app, printing)
}

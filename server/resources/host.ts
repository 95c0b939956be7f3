import { pathsAs } from '#kernel/fields/roles.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { scopeOf } from '#kernel/resource.ts'
import { defineServer, type ServerPlugin } from '#server/plugin.ts'
import { referenceRoutes } from './routes/reference-routes.ts'
import { referenceSource } from './reference-source.ts'
import { resourceRoutes } from './routes/resource-routes.ts'
import { resourceScope } from './row-scope.ts'

/**
 * The calls of every declared resource and the sources of the field kinds they offer, as one server half.
 * `servers` bring the rules of their own resources; a source that one of them declares itself goes before the derived one.
 */
export function resourceHost(plugins: readonly Plugin[], servers: readonly ServerPlugin[] = []): ServerPlugin {
  const resources = plugins.flatMap((plugin) => plugin.resources)
  const rules = Object.assign({}, ...servers.map((server) => ({ ...server.records, ...server.recordsAmong?.(plugins) }))) as NonNullable<
    ServerPlugin['records']
  >
  const bearing = new Set(
    plugins.flatMap(({ forms }) =>
      forms.flatMap(({ fields }) => pathsAs(fields, 'bearingDepartment').map((path) => path.split('.').at(-1) ?? path))
    ),
  )
  const offered = resources.flatMap((
    resource,
  ) => (resource.offers ? [[resource.offers, referenceSource(resource, rules[resource.name], bearing)] as const] : []))
  return defineServer({
    id: 'resources',
    references: Object.fromEntries(offered),
    rowScopes: Object.fromEntries(
      resources.filter((resource) => scopeOf(resource)).map((resource) => [resource.name, resourceScope(resource)]),
    ),
    routes(app, host) {
      for (const resource of resources) resourceRoutes(app, host, resource, rules[resource.name] ?? {})
      referenceRoutes(app, host)
    },
  })
}

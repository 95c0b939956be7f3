import { needs } from '../http/access.ts'
import { byId, type Calls, queryOf } from './calls.ts'
import { pageQuery, querySchema } from './query.ts'

/** Most records that the unpaged list answers; a longer one is asked for by page. */
const listLimit = 5000

/** page, list and one record, each within the caller's scope. */
export function readingCalls({ routes, host, resource, path, all, scope }: Calls): void {
  const query = querySchema(resource)
  const config = { access: needs(resource.can.view), reads: true, resource: resource.name } as const

  routes.post(`${path}/page`, { config, schema: { body: query } }, async ({ body, caller }) => all.page(host.db, pageQuery(resource, body), await scope(caller)))

  routes.get(`${path}/list`, { config, schema: { querystring: query } }, async ({ query: asked, caller }) => {
    const { where } = pageQuery(resource, asked)
    return all.list(host.db, [...where, ...(await scope(caller))], listLimit)
  })

  routes.get(`${path}/:id`, { config, schema: { params: byId, querystring: queryOf({}) } }, async ({ params, caller }) =>
    all.one(host.db, params.id, await scope(caller)),
  )
}

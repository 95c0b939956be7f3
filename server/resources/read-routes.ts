import { disclosed, disclosedResource } from '#kernel/disclosure.ts'
import { needs } from '../http/access.ts'
import { byId, type Calls, queryOf } from './routes.ts'
import { pageQuery, querySchema } from './query.ts'

/** Most records that the unpaged list answers; a longer one is asked for by page. */
const listLimit = 5000

/** page, list and one record, each within the caller's scope. */
export function readingCalls({ routes, host, resource, path, all, scope }: Calls): void {
  const query = querySchema(resource)
  const config = { access: needs(resource.can.view), reads: true, resource: resource.name } as const

  routes.post(`${path}/page`, { config, schema: { body: query } }, async ({ body, caller }) => {
    const { records, ...page } = await all.page(host.db, pageQuery(disclosedResource(resource, caller), body), await scope(caller))
    return { records: records.map((record) => disclosed(resource, caller, record)), ...page }
  })

  routes.get(`${path}/list`, { config, schema: { querystring: query } }, async ({ query: asked, caller }) => {
    const { where } = pageQuery(disclosedResource(resource, caller), asked)
    return (await all.list(host.db, [...where, ...(await scope(caller))], listLimit)).map((record) => disclosed(resource, caller, record))
  })

  routes.get(`${path}/:id`, { config, schema: { params: byId, querystring: queryOf({}) } }, async ({ params, caller }) =>
    disclosed(resource, caller, await all.one(host.db, params.id, await scope(caller))),
  )
}

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import { accessTo, disclosedResource, onScreen } from '#kernel/fields/disclosure.ts'
import { permits } from '#kernel/permissions.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { needs, signedIn } from '#server/http/access.ts'
import { onStandby } from '#server/http/read-positions.ts'
import { records, type StoredRecord, type Writer } from '../records.ts'
import type { RecordRules } from '../rules.ts'
import { scopeConditions, targetConditions } from '../scope.ts'
import type { Condition } from '../statements.ts'
import { type ListQueryInput, pageQuery, querySchema } from '../query.ts'

/** The context shared by the calls of one resource. */
export interface ResourceRouteContext {
  readonly routes: ReturnType<typeof typed>
  readonly host: Host
  readonly resource: Resource
  /** Path of its calls. */
  readonly path: string
  readonly all: ReturnType<typeof records>
  readonly rules: RecordRules
  /** The conditions of the caller's row scope. */
  scope(caller: Caller, db?: Db): Promise<readonly Condition[]>
  /** Reads the written record. @throws Forbidden, which rolls the write back, where the caller may not leave it like this */
  readBack(db: Db, caller: Caller, written: { readonly id: string; readonly before?: StoredRecord }): Promise<StoredRecord>
  writer(caller: Caller): Writer
}

/** Returns the context shared by the routes of a resource. */
export function callsOf(app: FastifyInstance, host: Host, resource: Resource, rules: RecordRules): ResourceRouteContext {
  const all = records(resource, rules)
  return {
    routes: typed(app),
    host,
    resource,
    path: pathOfCalls(resource),
    all,
    rules,
    scope: (caller, db = host.db) => scopeConditions(host, db, caller, resource),
    async readBack(db, caller, { id, before }) {
      const target = await targetConditions(host, db, caller, { resource, before })
      return all.one(db, id, target).catch((error: unknown) => {
        throw error instanceof Missing ? new Forbidden('error.forbidden') : error
      })
    },
    writer: (caller) => ({ by: caller.id, at: host.clock.now() }),
  }
}

export const recordId = z.string().min(1).max(64)

export const byId = z.strictObject({ id: recordId })

/** The query of a call, plus the timestamp that our client appends to every URL. */
export const queryOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, _t: z.unknown().optional() })

const typed = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()

/** Maximum number of records of the unpaged list; longer lists must be read by page. */
const listLimit = 5000

/** The calls for a page, the list and one record, each within the caller's row scope. */
export function readingRoutes({ routes, host, resource, path, all, scope }: ResourceRouteContext): void {
  const query = querySchema(resource)
  const config = { access: needs(resource.can.view), reads: true, standby: true, resource: resource.name } as const

  /** @throws Forbidden for more than a keyword */
  const offered = async ({ keyword, orders, filters }: ListQueryInput, caller: Caller) => {
    const source = resource.offers && host.references.source(resource.offers)
    if (!source || orders || Object.values(filters).some((value) => value !== undefined && value !== null))
      throw new Forbidden('error.forbidden')
    const query = { keyword: keyword || undefined, current: 1, size: listLimit, context: {}, today: todayOf(host.clock.now()) }
    return (await source.candidates(host.db, query, { caller, departments: host.departments })).records
  }

  routes.post(`${path}/page`, { config, schema: { body: query } }, async (request) => {
    const { body, caller } = request
    const within = await scope(caller)
    const { records, ...page } = await onStandby(request, host.db,
      (db) => all.page(db, pageQuery(disclosedResource(resource, caller), body), within))
    return { records: records.map((record) => onScreen(resource, caller, record)), ...page }
  })

  // records offered in forms are readable without the view permission, in the form of candidates
  const access = resource.offers ? signedIn : config.access
  routes.get(`${path}/list`, { config: { ...config, access }, schema: { querystring: query } }, async (request) => {
    const { query: input, caller } = request
    if (!permits(caller.permissions, resource.can.view)) return offered(input, caller)
    const { where } = pageQuery(disclosedResource(resource, caller), input)
    const within = [...where, ...(await scope(caller))]
    return (await onStandby(request, host.db, (db) => all.list(db, within, listLimit))).map((record) => onScreen(resource, caller, record))
  })

  routes.get(`${path}/:id`, { config, schema: { params: byId, querystring: queryOf({}) } }, async (request) => {
    const { params, caller } = request
    const within = await scope(caller)
    return onScreen(resource, caller, await onStandby(request, host.db, (db) => all.one(db, params.id, within)))
  })
}

/** The call that reveals one masked text of a record; each call is recorded in the audit log. */
export function revealingRoute({ routes, host, resource, path, all, scope }: ResourceRouteContext): void {
  const numbers = Object.keys(resource.fields).filter((name) => resource.fields[name]?.masked)
  if (numbers.length === 0) return
  const config = { access: needs(resource.can.view), resource: resource.name, repeats: 'secret' as const }
  routes.post(`${path}/:id/reveal`, { config, schema: { params: byId, body: z.strictObject({ field: z.enum(numbers) }) } },
    async (request) => {
      const { params: { id }, body: { field }, caller } = request
      if (!['full', 'readOnly'].includes(accessTo(resource, caller, field))) throw new Forbidden('documents.accountNotReadable')
      const account = (await all.one(host.db, id, await scope(caller)))[field]
      if (typeof account !== 'string' || account === '') throw new Missing('documents.accountMissing')
      // the audit log identifies the number without containing it
      request.audited = { id, after: { field } }
      return { account }
    })
}

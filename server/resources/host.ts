import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { pathsAs } from '#kernel/fields/roles.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import { Forbidden, Missing, Refused } from '#kernel/errors.ts'
import { onScreen } from '#kernel/fields/disclosure.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { defineServer, type ServerPlugin } from '#server/plugin.ts'
import type { Host, ReferenceRecord, ReferenceSource, RowScope } from '#server/host.ts'
import { needs, needsAny, signedIn } from '#server/http/access.ts'
import { type SyncKind, syncRuns } from '#server/sync-log/sync-runs.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { type AnswerWithText, withMessage } from '#server/http/answers/envelope.ts'
import { parseInput, versionInput } from '#server/http/requests/validation.ts'
import type { Caller } from '#server/identity/caller.ts'
import { referenceSource } from './reference-source.ts'
import { records, type StoredRecord } from './records.ts'
import { scopeConditions } from './scope.ts'
import { byId, callsOf, queryOf, readingRoutes, recordId, type ResourceRouteContext, revealingRoute } from './routes/routes.ts'
import { batchCall, mayEnter } from './routes/batch-route.ts'
import { exportingRoutes } from './routes/export-routes.ts'
import { importingRoutes } from './routes/import-routes.ts'
import type { RecordRules } from './rules.ts'
import { demandSealingKeys, sealingAudit, sealStored } from './sealing.ts'
import { boundField, changeSchema, checkFacts, newRecordSchema, type RecordInput } from './input.ts'
import { pageLimit } from './query.ts'

const kind = z.strictObject({ kind: z.string().min(1).max(60) })

const idsInput = z.strictObject({ ids: z.array(z.string().min(1).max(64)).max(500) })

const query = z.strictObject({
  keyword: z.string().trim().max(100).nullish(),
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(pageLimit).default(20),
  /** The values around the field, for modules that narrow candidates by them; never used in the text of a statement. */
  context: z.record(z.string().max(60), z.unknown()).default({}),
  /** Key of the form that offers the records. */
  form: z.string().max(60).optional(),
})

/** Calls for reference fields of all forms: labels by id, and candidates. */
function referenceRoutes(app: FastifyInstance, { db, references, dictionary, clock, departments }: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, reads: true, resource: 'reference' } as const

  /** Adds labels of dictionary items to records. */
  const labelled = async ({ dictionaries = {} }: ReferenceSource, records: readonly ReferenceRecord[]) => {
    const attributes = Object.entries(dictionaries)
    if (attributes.length === 0 || records.length === 0) return records
    const labelOf = await dictionary(db)
    const labels = (record: ReferenceRecord) =>
      attributes.flatMap(([attribute, dict]) => {
        const label = labelOf(dict, String(record[attribute]))
        return label === null ? [] : [[`${attribute}Name`, label] as const]
      })
    return records.map((record) => ({ ...record, ...Object.fromEntries(labels(record)) }))
  }

  routes.post('/system/reference/:kind/find', { config, schema: { params: kind, body: idsInput } }, async ({ params, body, caller }) => {
    const source = sourceOf(references.source(params.kind))
    return labelled(source, await source.find(db, [...new Set(body.ids)], { caller, departments }))
  })

  routes.post('/system/reference/:kind/page', { config, schema: { params: kind, body: query } }, async ({ params, body, caller }) => {
    const { current, size, context, form, keyword } = body
    const source = sourceOf(references.source(params.kind))
    const { records, total } = await source.candidates(db, { keyword: keyword || undefined, current, size, context, form,
      today: todayOf(clock.now()) }, { caller, departments })
    return { records: await labelled(source, records), total, keyLabel: source.keyLabel, current, size, pages: Math.ceil(total / size) }
  })
}

function sourceOf(source: ReferenceSource | undefined): ReferenceSource {
  if (!source) throw new Missing('error.missing')
  return source
}

/**
 * The calls of every declared resource, and the reference sources of the kinds they offer, as one server half. `servers` provide the
 * rules of their own resources; a source declared by one of them takes precedence over the derived one.
 */
export function resourceHost(plugins: readonly Plugin[], servers: readonly ServerPlugin[] = []): ServerPlugin {
  const resources = plugins.flatMap((plugin) => plugin.resources)
  const rules = rulesOf(servers.flatMap((server) => [server.records ?? {}, server.recordsAmong?.(plugins, servers) ?? {}]))
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
    start: ({ db }) => demandSealingKeys(db, resources),
    jobs: [sealStored(resources)],
    audits: [sealingAudit(resources)],
    rowScopes: Object.fromEntries(
      resources.filter((resource) => scopeOf(resource)).map((resource) => [resource.name, resourceScope(resource)]),
    ),
    async routes(app, host) {
      for (const resource of resources) {
        resourceRoutes(app, host, resource, rules[resource.name] ?? {})
        await setImmediate()
      }
      referenceRoutes(app, host)
    },
  })
}

/** The rules that modules bring, by resource: of several for one, each says whether a record is in use; the later ones go before. */
function rulesOf(brought: readonly NonNullable<ServerPlugin['records']>[]): NonNullable<ServerPlugin['records']> {
  const all = new Map<string, RecordRules>()
  for (const [name, rules] of brought.flatMap((each) => Object.entries(each))) {
    const checks = [all.get(name)?.inUse, rules.inUse].flatMap((check) => check ?? [])
    const inUse: RecordRules['inUse'] = async (db, id) => {
      for (const check of checks) if (await check(db, id)) return true
      return false
    }
    all.set(name, { ...all.get(name), ...rules, ...(checks.length > 0 && { inUse }) })
  }
  return Object.fromEntries(all)
}

/** Row scope of a resource, for the comparison of all and visible records. */
function resourceScope(resource: Resource): RowScope {
  const all = records(resource)
  const one = { current: 1, size: 1, where: [], order: [] }
  return {
    cn: resource.cn,
    en: resource.en,
    needs: resource.can.view,
    async count(host, db, caller) {
      const seen = await all.page(db, one, await scopeConditions(host, db, caller, resource))
      return { seen: seen.total, all: (await all.page(db, one, [])).total }
    },
  }
}

/** Registers the calls of one resource by its declaration. */
function resourceRoutes(app: FastifyInstance, host: Host, resource: Resource, rules: RecordRules): void {
  const calls = callsOf(app, host, resource, rules)
  importingRoutes(app, calls, rules)
  exportingRoutes(app, calls)
  readingRoutes(calls)
  revealingRoute(calls)
  writingRoutes(calls)
  deletingCall(calls)
  syncingCall(calls)
  enablingCall(calls)
  statusCall(calls)
  bindingCall(calls)
  batchCall(calls)
}

/** Synchronises the records of a resource with their leading system, if configured. */
function syncingCall({ routes, resource, host, path }: ResourceRouteContext): void {
  const { sync, can, name } = resource
  if (sync === undefined || !can.sync) return
  routes.post(`${path}/sync`, { config: { access: needs(can.sync), resource: name, repeats: 'parts' },
    schema: { body: z.strictObject({}) } }, async ({ caller }) => {
    // synchronising changes records of all departments
    if (scopeOf(resource) && (await host.departments(host.db, caller, name)) !== 'all') throw new Forbidden('error.forbidden')
    const source = host.syncSources.get(sync as SyncKind)
    if (!source) throw new Refused('error.noSyncSource')
    await source.run(host, caller.id)
    return syncRuns(host).latest(source.kind)
  })
}

/** Enables or disables a record; without `enable` in the query, toggles it. */
function enablingCall(calls: ResourceRouteContext): void {
  const { can, enable, name } = calls.resource
  const permission = can.enable ?? can.edit
  if (!enable || !permission) return
  const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
  const schema = { params: byId, querystring: queryOf({ enable: flag.optional() }) }
  calls.routes.put(`${calls.path}/enable/:id`, { config: { access: needs(permission), resource: name, repeats: 'once' }, schema },
    (request) => set(calls, request, request.params.id, (record) => ({ [enable]: request.query.enable ?? record[enable] !== true })))
}

/** Sets the status of a resource with a status field. */
function statusCall(calls: ResourceRouteContext): void {
  const { can, fields, name } = calls.resource
  const options = fields['status']?.options
  if (!options || !can.edit) return
  const schema = { params: byId, querystring: queryOf({ status: z.enum(options.map(({ value }) => value)) }) }
  calls.routes.put(`${calls.path}/changeStatus/:id`, { config: { access: needs(can.edit), resource: name, repeats: 'once' }, schema },
    (request) => set(calls, request, request.params.id, () => ({ status: request.query.status })))
}

/** Binds a record to departments; an empty list means all departments. */
function bindingCall(calls: ResourceRouteContext): void {
  const { resource, host, path, all, scope } = calls
  const field = boundField(resource)
  if (!field || !resource.can.edit) return
  const schema = { body: z.strictObject({ id: recordId, groupIds: z.array(recordId).max(500) }) }
  calls.routes.post(`${path}/bindGroups`, { config: { access: needs(resource.can.edit), resource: resource.name, repeats: 'once' },
    schema }, async (request) => {
    const { id, groupIds } = request.body
    const value = { [field]: groupIds }
    const { caller } = request
    await checkFacts(host.db, { resource, value, host, caller, stored: async () => all.one(host.db, id, await scope(caller, host.db)) })
    return set(calls, request, id, () => value)
  })
}

/** Changes one field of the current version: a switch does not depend on the version that was displayed. */
async function set({ host, resource, all, scope, writer, readBack }: ResourceRouteContext, request: FastifyRequest, id: string,
  change: (record: StoredRecord) => FormValue): Promise<StoredRecord | AnswerWithText> {
  return unitOfWork(host, request, async ({ db, caller }) => {
    const seen = await scope(caller, db)
    const before = await all.locked(db, id, seen)
    const changes = change(before)
    mayEnter(resource, caller, changes)
    await all.update(db, { ...changes, id, version: before.version }, writer(caller), seen)
    const after = await readBack(db, caller, { id, before })
    request.audited = { id, before, after }
    return onScreen(resource, caller, after)
  })
}

/** Registers calls for new records and changes, under the names used by old and new clients. */
function writingRoutes(calls: ResourceRouteContext): void {
  const { routes, resource, path } = calls
  const { add, edit } = resource.can
  if (add && edit) {
    const config = { access: needsAny(add, edit), resource: resource.name }
    const changed = changeSchema(resource)
    const fresh = newRecordSchema(resource)
    routes.post(`${path}/save`, { config: { ...config, repeats: 'once' }, schema: { body: z.looseObject({}) } }, (request) => {
      const { body, caller } = request
      demand(caller, isChange(body) ? edit : add)
      return save(calls, isChange(body) ? parseInput(changed, body) : parseInput(fresh, body), request)
    })
  }
  if (add) {
    const options = { config: { access: needs(add), resource: resource.name, repeats: 'once' as const },
      schema: { body: newRecordSchema(resource) } }
    for (const url of [path, `${path}/add`]) routes.post(url, options, (request) => save(calls, request.body, request))
  }
  if (edit) {
    const options = { config: { access: needs(edit), resource: resource.name, repeats: 'once' as const },
      schema: { body: changeSchema(resource) } }
    for (const url of [path, `${path}/update`]) routes.put(url, options, (request) => save(calls, request.body, request))
  }
}

/** Registered only where the declaration allows it: most master records are disabled instead, so that references stay valid. */
function deletingCall({ routes, host, resource, path, all, scope, writer }: ResourceRouteContext): void {
  const remove = resource.can.delete
  if (!remove) return
  const schema = { params: byId, querystring: queryOf({ version: z.coerce.number().pipe(versionInput).optional() }) }
  routes.delete(`${path}/:id`, { config: { access: needs(remove), resource: resource.name, repeats: 'once' }, schema },
    (request) =>
      unitOfWork(host, request, async ({ db, caller }) => {
        const { params: { id }, query: { version } } = request
        request.audited = { id, before: await all.remove(db, id, { ...writer(caller), version, scope: await scope(caller, db) }) }
        return true
      }))
}

async function save(calls: ResourceRouteContext, { confirmed, ...sent }: RecordInput,
  request: FastifyRequest): Promise<StoredRecord | AnswerWithText> {
  const { host, resource, all, scope, writer, readBack, rules } = calls
  mayEnter(resource, request.caller, sent)
  return unitOfWork(host, request, async ({ db, caller }) => {
    const by = { ...writer(caller), confirmed }
    const seen = await scope(caller, db)
    const value = await withStoredNumbers(resource, sent, isChange(sent) ? () => all.one(db, sent.id, seen) : undefined)
    await checkFacts(db, { resource, value, host, caller, stored: async () => (isChange(value) ? all.one(db, value.id, seen) : {}) })
    const before = isChange(value) ? await all.update(db, value, by, seen) : undefined
    const id = before?.id ?? (await all.insert(db, value, by))
    const after = await readBack(db, caller, { id, before })
    request.audited = { id, before, after }
    const remark = await rules.remark?.({ ...by, db, id, value: after, before, confirmed: confirmed ?? [] })
    const answer = onScreen(resource, caller, after)
    return remark ? withMessage(answer, remark.code, remark.parameters) : answer
  })
}

/** Restores masked texts that were sent back unchanged. @throws Refused at one that was entered partially */
async function withStoredNumbers(resource: Resource, sent: FormValue, stored: (() => Promise<FormValue>) | undefined): Promise<FormValue> {
  const partial = Object.keys(sent).filter((name) => resource.fields[name]?.masked && isMaskedText(sent[name]))
  if (partial.length === 0) return sent
  const before = await stored?.()
  for (const name of partial) {
    const number = before?.[name]
    if (typeof number !== 'string' || maskedText(number) !== sent[name])
      throw new Refused('documents.partialAccount', {}, [{ field: name, code: 'documents.partialAccount' }])
  }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !partial.includes(name)))
}

/** Returns whether a value with an id changes that record; the version is validated with the rest of the input. */
const isChange = (value: FormValue): value is FormValue & { readonly id: string; readonly version: number } =>
  typeof value['id'] === 'string'

function demand(caller: Caller, permission: Permission) {
  if (!permits(caller.permissions, permission)) throw new Forbidden('error.forbidden')
}

import './tables.ts'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { FieldBody } from '#kernel/wording/describe.ts'
import type { Fields } from '#kernel/fields.ts'
import { accessTo } from '#kernel/fields/disclosure.ts'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { fieldInput } from '#server/documents/definitions/form-input.ts'
import { needs } from '#server/http/access.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { records } from '#server/resources/records.ts'
import { scopeConditions } from '#server/resources/scope.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { can } from '../../permissions.ts'
import { registerProblems } from '../../registers/checks.ts'
import { registersIn } from '../../registers/register.ts'
import { type RecordChange, registerDesignPath as path, type RegisterContent, type RegisterDesign } from '../../registers/wire.ts'
import { registerPublications } from '../publications.ts'
import { modulesWithNames } from '../designs.ts'
import { demandReadable } from '../readable.ts'
import { createRegister, readRegister, registerPage, registerVersion, removeRegister, saveRegister, storedRegister } from './designs.ts'
import { publishRegister, rollBackRegister, stopRegister } from './publishing.ts'
import { dryRun } from './storage.ts'
import { recordUses } from './uses.ts'

const look = { access: needs(can.view), resource: 'registerDesign' } as const
const edit = { access: needs(can.view, can.edit), resource: 'registerDesign', repeats: 'once' } as const
const publish = { access: needs(can.view, can.publish), resource: 'registerDesign', repeats: 'once' } as const

const id = z.string().min(1).max(64)
const byId = z.strictObject({ id })
const plain = z.strictObject({ _t: z.unknown().optional() })
const reason = z.string().trim().min(1, 'error.field.required').max(1_000)
const page = z.string().regex(/^[a-z0-9-]{2,40}$/, 'error.field.page')
const name = z.string().trim().min(1, 'error.field.required').max(100)
const key = z.string().min(1).max(64)
const keys = z.array(key).max(250)
const number = z.coerce.number().int().min(1).max(1_000_000)

const paging = z.object({ keyword: z.string().trim().max(100).default(''), state: z.enum(['draft', 'published', 'stopped']).optional(),
  current: number.default(1), size: z.coerce.number().int().min(1).max(200).default(20) })
const creating = z.strictObject({ page, cn: name, en: name })

/** A register as it was sent; what its fields say is judged by the check. */
const drawn = z.strictObject({
  page,
  cn: z.string().max(200),
  en: z.string().max(200),
  one: z.strictObject({ cn: z.string().max(200), en: z.string().max(200) }).optional(),
  icon: z.string().max(40).optional(),
  description: z.string().max(1_000).optional(),
  fields: z.record(key, z.looseObject({})).refine((fields) => Object.keys(fields).length <= 1_000, 'error.field.invalid'),
  key,
  unique: z.array(keys).max(50),
  columns: keys,
  filters: keys,
  search: keys,
  sort: z.strictObject({ field: key, descending: z.literal(true).optional() }),
  shown: keys,
  enable: key.optional(),
  scope: z.strictObject({ departments: key.optional(), owner: key.optional() }),
})

/** The content of the right shape. @throws Refused at the first field that is not */
function contentOf({ fields, ...sent }: z.output<typeof drawn>): RegisterContent {
  for (const [name, { columns = {}, ...field }] of Object.entries(fields)) {
    const body = { key: name, ...field, ...(Object.keys(columns as object).length > 0 &&
      { columns: Object.entries(columns as Fields).map(([column, cell]) => ({ key: column, ...cell })) }) } as unknown as FieldBody
    demandReadable(fieldInput, body, ['fields', name])
  }
  return { ...sent, fields } as unknown as RegisterContent
}

/** The calls of the register designer, and those about single records of every register in force. */
export function registerRoutes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const answer = async (design: string): Promise<RegisterDesign> => {
    const found = await readRegister(db, await host.directory(db), design, host.plugins)
    return { ...found, problems: registerProblems(found.content, await modulesWithNames(db, host)) }
  }

  typed.get(`${path}/page`, { config: look, schema: { querystring: paging } },
    async ({ query }) => registerPage(db, await host.directory(db), { ...query, state: query.state }))

  typed.post(path, { config: edit, schema: { body: creating } }, async (request) => {
    request.audited = { after: request.body }
    const made = await unitOfWork(host, request, async (context) => ({ id: await createRegister(context, request.body) }))
    return answer(idOf(made))
  })

  typed.get(`${path}/:id`, { config: look, schema: { params: byId, querystring: plain } }, ({ params }) => answer(params.id))

  typed.put(`${path}/:id`, { config: edit,
    schema: { params: byId, body: z.strictObject({ revision: versionInput.min(1), content: drawn }) } }, async (request) => {
    const { params, body: { revision, content } } = request
    request.audited = { id: params.id, after: { revision: revision + 1 } }
    await unitOfWork(host, request, async (context) => {
      await saveRegister(context, params.id, { revision, content: contentOf(content) })
      return true
    })
    return answer(params.id)
  })

  typed.post(`${path}/check`, { config: { ...look, reads: true }, schema: { body: drawn } },
    async ({ body }) => registerProblems(contentOf(body), await modulesWithNames(db, host)))

  typed.get(`${path}/:id/dry-run`, { config: look, schema: { params: byId, querystring: plain.extend({ version: number.optional() }) } },
    ({ params, query: { version } }) =>
      db.transaction().setIsolationLevel('repeatable read').execute(async (tx) => {
        const design = await storedRegister(tx, params.id)
        const content = version === undefined ? design.content : (await registerVersion(tx, params.id, version)).content
        return registerProblems(content, await modulesWithNames(tx, host)).length > 0 ? null : dryRun(tx, host, design, content)
      }))

  typed.get(`${path}/:id/history`, { config: look, schema: { params: byId, querystring: plain } },
    async ({ params }) => registerPublications.historyOf(db, await host.directory(db), params.id))

  typed.get(`${path}/:id/version/:version`, { config: look, schema: { params: byId.extend({ version: number }), querystring: plain } },
    async ({ params }) => (await registerVersion(db, params.id, params.version)).content)

  enforcingRoutes(app, host, answer)
  for (const resource of registersIn(host.plugins)) recordRoutes(app, host, resource)
}

/** The calls that change what is in force; each answers once this process answers by it. */
function enforcingRoutes(app: FastifyInstance, host: Host, answer: (id: string) => Promise<RegisterDesign>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(`${path}/:id/publish`, { config: publish,
    schema: { params: byId, body: z.strictObject({ revision: versionInput.min(1), reason }) } }, async (request) => {
    request.audited = { id: request.params.id, after: request.body }
    await unitOfWork(host, request, async (context) => {
      await publishRegister(context, request.params.id, request.body)
      return true
    })
    await host.recompose()
    return answer(request.params.id)
  })

  typed.put(`${path}/:id/stop`, { config: publish, schema: { params: byId, body: z.strictObject({ reason }) } }, async (request) => {
    request.audited = { id: request.params.id, after: request.body }
    await unitOfWork(host, request, async (context) => {
      await stopRegister(context, request.params.id, request.body.reason)
      return true
    })
    await host.recompose()
    return answer(request.params.id)
  })

  typed.put(`${path}/:id/rollback`, { config: publish, schema: { params: byId, body: z.strictObject({ version: number, reason }) } },
    async (request) => {
      request.audited = { id: request.params.id, after: request.body }
      await unitOfWork(host, request, async (context) => {
        await rollBackRegister(context, request.params.id, request.body)
        return true
      })
      await host.recompose()
      return answer(request.params.id)
    })

  typed.delete(`${path}/:id`, { config: edit, schema: { params: byId } }, async (request) => {
    request.audited = { id: request.params.id }
    await unitOfWork(host, request, async (context) => {
      await removeRegister(context, request.params.id)
      return true
    })
    await host.recompose()
    return null
  })
}

/** The history of a record, and what refers to it: for whoever sees the record. */
function recordRoutes(app: FastifyInstance, host: Host, resource: Resource): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host
  const config = { access: needs(resource.can.view), resource: resource.name, reads: true } as const
  const all = records(resource)
  const seen = async (caller: Caller, record: string) => all.one(db, record, await scopeConditions(host, db, caller, resource))

  typed.get(`${pathOfCalls(resource)}/:id/history`, { config,
    schema: { params: byId,
      querystring: plain.extend({ current: number.default(1), size: z.coerce.number().int().min(1).max(100).default(20) }) } },
    async ({ params, query: { current, size }, caller }) => {
      await seen(caller, params.id)
      const lines = db.selectFrom('register_record_change').where('register', '=', resource.table).where('record', '=', params.id)
      const { total } = await lines.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
      const rows = await lines.selectAll().orderBy('id', 'desc').limit(size).offset((current - 1) * size).execute()
      const directory = await host.directory(db)
      const shown = (values: Readonly<Record<string, unknown>>) =>
        Object.fromEntries(
          Object.entries(values).filter(([field]) =>
            Object.hasOwn(resource.fields, field) && ['full', 'readOnly'].includes(accessTo(resource, caller, field))
          ),
        )
      const changes = rows.map(({ action, by, at, before, after, design_version: version }): RecordChange => ({ action,
        by: directory.person(by)?.name ?? by, at: nowOf(at), before: shown(before), after: shown(after),
        ...(version !== null && { designVersion: version }) })
      )
      return { records: changes, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
    })

  typed.get(`${pathOfCalls(resource)}/:id/uses`, { config, schema: { params: byId, querystring: plain } }, async ({ params, caller }) => {
    await seen(caller, params.id)
    return recordUses(db, host.plugins, resource, params.id)
  })
}

/** The id in the answer of the unit of work, the first or a repeated one. */
const idOf = (answered: unknown): string => {
  const { id: found } = (typeof answered === 'object' && answered !== null && 'data' in answered ? answered.data : answered) as {
    readonly id: string
  }
  return found
}

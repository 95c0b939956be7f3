import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { permits } from '#kernel/permissions.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/version-input.ts'
import { updateEntries } from './entries.ts'

const path = '/system/updateLog'
const resource = 'updateLog'

const text = (max: number) => z.string().trim().min(1).max(max)
const entry = { version: text(20), title: text(100), enTitle: text(100), content: text(20_000), enContent: text(20_000) }
const revision = versionInput
const byId = z.strictObject({ id: z.string().min(1).max(32) })

const latest = z.strictObject({ size: z.coerce.number().int().min(1).max(50).default(5), _t: z.unknown().optional() })
const page = z.strictObject({ keyword: z.string().trim().max(100).optional(), current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(20) })

/** Routes of the update log: readable by everyone, edited in both languages by its editors. */
export function updateLogRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host

  routes.get(`${path}/list`, { config: { access: signedIn, resource }, schema: { querystring: latest } },
    async ({ query: { size } }) => (await updateEntries(db).page({ drafts: false, current: 1, size })).records)

  routes.post(`${path}/page`, { config: { access: signedIn, reads: true, resource }, schema: { body: page } },
    ({ body, caller }) =>
      updateEntries(db).page({ ...body,
        drafts: Object.values(canUpdateLog).some((permission) => permits(caller.permissions, permission)) }))

  routes.post(path, { config: { access: needs(canUpdateLog.add), resource, repeats: 'once' }, schema: { body: z.strictObject(entry) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const after = await updateEntries(tx).one(await updateEntries(tx).add(request.body, { by: caller.id, at }))
        request.audited = { id: after.id, after }
        return after
      }))

  routes.put(path, { config: { access: needs(canUpdateLog.edit), resource, repeats: 'once' },
    schema: { body: z.strictObject({ ...entry, id: byId.shape.id, revision }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { id, revision: seen, ...input } = request.body
        const before = await updateEntries(tx).one(id)
        await updateEntries(tx).change({ id, revision: seen, by: caller.id, at }, input)
        const after = await updateEntries(tx).one(id)
        request.audited = { id, before, after }
        return after
      }))

  routes.put(`${path}/:id/publish`, { config: { access: needs(canUpdateLog.publish), resource, repeats: 'once' },
    schema: { params: byId, body: z.strictObject({ published: z.boolean(), revision }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { id } = request.params
        const before = await updateEntries(tx).one(id)
        await updateEntries(tx).publish({ id, revision: request.body.revision, by: caller.id, at }, request.body.published)
        const after = await updateEntries(tx).one(id)
        request.audited = { id, before: { publishTime: before.publishTime }, after: { publishTime: after.publishTime } }
        return after
      }))

  routes.delete(`${path}/:id`, { config: { access: needs(canUpdateLog.delete), resource, repeats: 'once' },
    schema: { params: byId, querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const before = await updateEntries(tx).one(request.params.id)
        await updateEntries(tx).remove(before.id, { by: caller.id, at })
        request.audited = { id: before.id, before }
        return true
      }))
}

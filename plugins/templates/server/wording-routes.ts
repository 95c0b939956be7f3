import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/version-input.ts'
import { can } from '../permissions.ts'
import { wordings } from './wordings.ts'
import { wordingVersions } from './wording-versions.ts'

const path = '/system/messageText'
const resource = 'messageText'
const kind = z.string().min(1).max(64)
const title = z.string().trim().min(1).max(60)
const content = z.string().trim().min(1).max(300)

/** Calls for the wordings of messages, which companies may override. */
export function wordingRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db, plugins } = host

  routes.get(`${path}/list`, { config: { access: needs(can.view), resource } }, () => wordings(db, plugins).all())

  routes.put(path, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { body: z.strictObject({ kind, title, enTitle: title, content, enContent: content, revision: versionInput }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { revision, ...wording } = request.body
        const before = (await wordings(tx, plugins).all()).find((each) => each.kind === wording.kind)
        await wordings(tx, plugins).put(wording, { revision, by: caller.id, at })
        request.audited = { id: wording.kind, before: before?.own ?? before?.shipped, after: wording }
        return true
      }))

  routes.delete(`${path}/:kind`, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { params: z.strictObject({ kind }) } }, (request) =>
    unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const before = (await wordings(tx, plugins).all()).find((each) => each.kind === request.params.kind)
      await wordings(tx, plugins).remove(request.params.kind, { by: caller.id, at })
      request.audited = { id: request.params.kind, before: before?.own ?? undefined, after: before?.shipped }
      return true
    }))

  routes.get(`${path}/:kind/versions`, { config: { access: needs(can.view), resource }, schema: { params: z.strictObject({ kind }) } },
    ({ params }) => wordingVersions(db).history(params.kind))

  routes.put(`${path}/:kind/restore`, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { params: z.strictObject({ kind }), body: z.strictObject({ version: versionInput.min(1), revision: versionInput }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { params: { kind: changed }, body: { version, revision } } = request
        const before = (await wordings(tx, plugins).all()).find((each) => each.kind === changed)
        const after = await wordings(tx, plugins).restore(changed, version, { revision, by: caller.id, at })
        request.audited = { id: changed, before: before?.own ?? before?.shipped,
          after: { ...(after ?? before?.shipped), restoredFrom: version } }
        return true
      }))
}

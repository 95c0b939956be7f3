import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { formPermissions } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { addToPool, pageOfPool, removeFromPool } from './pool.ts'

const id = z.string().min(1).max(64)
const page = z.strictObject({ current: z.int().min(1).default(1), size: z.int().min(1).max(200).default(20),
  state: z.enum(['unused', 'used']).optional() })
const path = '/oaserver/voucher/pool'

/** Calls for the caller's pool of unclaimed invoices. */
export function poolRoutes(app: FastifyInstance, host: Host): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const access = { access: signedIn, resource: 'attachment' } as const

  calls.post(`${path}/page`, { config: { ...access, reads: true }, schema: { body: page } }, async ({ caller, body }) => ({
    ...(await pageOfPool(host.db, { owner: caller.id, ...body })),
    forms: host.plugins.flatMap(({ forms }) => forms).filter(({ key, fields }) =>
      invoiceTables(fields).length > 0 && permits(caller.permissions, formPermissions(key).add)
    )
      .map(({ key, cn, en, path: address }) => ({ key, cn, en, path: address })),
  }))

  calls.post(path, { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ attachments: z.array(id).min(1).max(50) }) } },
    (request) =>
      unitOfWork(host, request,
        async ({ db, caller, at }) => ({ added: (await addToPool(db, caller.id, request.body.attachments, at)).added.length })))

  calls.delete(`${path}/:id`, { config: { ...access, repeats: 'once' }, schema: { params: z.strictObject({ id }) } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        await removeFromPool(db, { owner: caller.id, at }, request.params.id)
        return true
      }))
}

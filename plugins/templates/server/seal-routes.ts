import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { transaction } from '#server/database/transaction.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { can } from '../permissions.ts'
import { companiesOf, companySeals, seals } from './seals.ts'
import { uploadedPicture } from './versions.ts'

const path = '/system/seal'
const resource = 'companySeal'
const params = z.strictObject({ company: z.string().min(1).max(100) })

/** Routes for the companies' seals, with the rights on templates. */
export function sealRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db, clock } = host
  const seen = { access: needs(can.view), resource } as const

  routes.get(`${path}/list`, { config: seen }, async () => seals(db).all(await companiesOf(db)))

  routes.get(`${path}/:company`, { config: { ...seen, answersFile: true },
    schema: { params, querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async ({ params: { company } }, reply) => {
    const seal = await companySeals.find(db, company)
    if (!seal) throw new Missing('error.missing')
    return reply.headers({ 'content-type': seal.type, 'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox" }).send(
        Buffer.from(seal.image),
      )
  })

  routes.post(`${path}/:company`, { config: { access: needs(can.edit), resource, multipart: true, repeats: 'harmless' },
    schema: { params } }, async (request) => {
    const picture = await uploadedPicture(request)
    const { company } = request.params
    await companiesOf(db, company)
    await transaction(db, (tx) => seals(tx).put(company, picture, { by: request.caller.id, at: clock.now() }))
    request.audited = { id: company, after: { sha256: createHash('sha256').update(picture).digest('hex') } }
    return true
  })

  routes.delete(`${path}/:company`, { config: { access: needs(can.edit), resource, repeats: 'once' }, schema: { params } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx }) => {
        const { company } = request.params
        await seals(tx).remove(company)
        request.audited = { id: company, after: { sha256: null } }
        return true
      }))
}

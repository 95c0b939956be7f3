import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { answerFile } from '#server/attachments/download/file-answer.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import type { Host } from '#server/host.ts'
import { needs } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { can } from '../permissions.ts'
import { companiesOf, companyNames, demandCompany, namedCompanies } from './companies.ts'
import { packages } from './packages.ts'

const path = '/oaserver/archive'
const resource = 'archive'
const id = z.string().min(1).max(32)
const params = z.strictObject({ id })
const company = z.string().min(1).max(100)
const page = z.strictObject({ current: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(200).default(20),
  company: company.optional(), state: z.enum(['waiting', 'building', 'ready', 'failed']).optional() })
const packageInput = z.strictObject({ company, period: z.string().max(8), language: z.enum(['cn', 'en']) })

/** Routes of the accounting archive: with the right, for the companies that are entirely within the caller's data scopes. */
export function archiveRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db, clock } = host
  const seen = { access: needs(can.view), resource } as const

  routes.get(`${path}/companies`, { config: seen }, ({ caller }) => namedCompanies(host, db, caller))

  routes.post(`${path}/page`, { config: { ...seen, reads: true }, schema: { body: page } },
    async ({ caller, body }) => packages(db).page({ ...body, companies: await companiesOf(host, db, caller) }, await companyNames(db)))

  routes.post(path, { config: { access: needs(can.add), resource, repeats: 'once' }, schema: { body: packageInput } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        await demandCompany(host, tx, caller, request.body.company)
        const made = await packages(tx).add(request.body, { by: caller.id, at })
        request.audited = { id: made, after: request.body }
        return { id: made }
      }))

  routes.post(`${path}/:id/retry`, { config: { access: needs(can.add), resource, repeats: 'once' },
    schema: { params, body: z.strictObject({}) } }, (request) =>
    unitOfWork(host, request, async ({ db: tx, caller }) => {
      await packages(tx).retry(request.params.id, await companiesOf(host, tx, caller))
      return true
    }))

  routes.get(`${path}/:id/downloads`, { config: seen, schema: { params } },
    async ({ caller, params: { id: packageId } }) => packages(db).downloads(packageId, await companiesOf(host, db, caller)))

  // each download is logged in the audit log and in the package's own list
  routes.get(`${path}/:id/download`, {
    config: { access: needs(can.download), resource, answersFile: true, changing: true, repeats: 'harmless' },
    schema: { params },
  }, async (request, reply) => {
    const { caller, params: { id: packageId } } = request
    const found = await packages(db).ready(packageId, await companiesOf(host, db, caller))
    const storage = storageOf(host.env)
    if ((await storage.size(found.path)) === undefined) throw new Missing('archive.gone')
    await packages(db).downloaded(packageId, { by: caller.id, at: clock.now() })
    request.audited = { id: packageId, after: { company: found.company, period: found.period, number: found.number, sha256: found.sha256 } }
    return answerFile(storage, { ...found, file_type: 'zip', real_name: `archive_${found.company}_${found.period}_${found.number}.zip` }, {
      request,
      reply,
      inline: false,
    })
  })
}

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { nowOf, startOfDay, todayOf } from '#kernel/values/dates.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { answerFile } from '#server/attachments/download/file-answer.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import type { Host } from '#server/host.ts'
import { needs } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { type BookPeriod, periodOf } from '../period.ts'
import type { ArchiveDownload, ArchivePackage, PackageState } from '../wire.ts'
import './tables.ts'
import { can } from '../permissions.ts'
import { companiesOf, companyNames, demandCompany, namedCompanies } from './companies.ts'

interface NewPackage {
  readonly company: string
  readonly period: string
  readonly language: Locale
}

interface PageQuery {
  /** Companies visible to the caller. */
  readonly companies: readonly string[]
  readonly company?: string | undefined
  readonly state?: PackageState | undefined
  readonly current: number
  readonly size: number
}

/** A downloadable package. */
interface ReadyPackage extends Pick<NewPackage, 'company' | 'period'> {
  readonly number: number
  readonly path: string
  readonly size: string
  readonly sha256: string
}

/** Repository of packages; operates within the caller's transaction if `db` is one. */
const packages = (db: Db) => ({
  /** Requests a package. @throws Refused for an unfinished period, or if the package is already being built */
  async add({ company, period, language }: NewPackage, { by, at }: { readonly by: string; readonly at: Date }): Promise<string> {
    const span = periodOf(period)
    if (!span) throw refused('archive.noPeriod')
    if (span.until > todayOf(at)) throw refused('archive.periodOpen')
    const id = newId()
    const added = await db.insertInto('archive_package').values({ id, company, period, language, requested_by: by, requested_at: at,
      documents_total: null, zip_path: null })
      .onConflict((conflict) => conflict.doNothing()).returning('id').executeTakeFirst()
    if (!added) throw refused('archive.underWay')
    return id
  },

  /** Resumes a failed package. @throws Missing, Refused */
  async retry(id: string, companies: readonly string[]): Promise<void> {
    const found = await db.selectFrom('archive_package').select(['state', 'company', 'period']).where('id', '=', id).where('company', 'in',
      among(companies)).forUpdate()
      .executeTakeFirst()
    if (!found) throw new Missing('error.missing')
    if (found.state !== 'failed') throw new Refused('archive.notFailed')
    const other = await db.selectFrom('archive_package').select('id').where('company', '=', found.company).where('period', '=',
      found.period)
      .where('state', 'in', ['waiting', 'building']).executeTakeFirst()
    if (other) throw new Refused('archive.underWay')
    await db.updateTable('archive_package').set({ state: 'waiting', failures: 0 }).where('id', '=', id).execute()
  },

  /** A page of packages, latest first. */
  async page({ companies, company, state, current, size }: PageQuery, nameOf: (company: string) => Label) {
    const found = db.selectFrom('archive_package').where('archive_package.company', 'in', among(companies))
      .$if(company !== undefined, (query) => query.where('archive_package.company', '=', company ?? ''))
      .$if(state !== undefined, (query) => query.where('archive_package.state', '=', state ?? 'ready'))
    const { total } = await found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await found.leftJoin('archive_seal as seal', 'seal.package', 'archive_package.id').leftJoin('sys_user', 'sys_user.id',
      'archive_package.requested_by')
      .selectAll('archive_package').select(['seal.number', 'seal.manifest_sha256', 'seal.size', 'seal.files', 'seal.totals',
        'seal.sealed_at', 'sys_user.name'])
      .select((eb) =>
        eb.selectFrom('archive_download').select((inner) => inner.fn.countAll<string>().as('count')).whereRef('package', '=',
          'archive_package.id').as('downloads')
      )
      .orderBy('archive_package.requested_at', 'desc').orderBy('archive_package.id').limit(size).offset((current - 1) * size).execute()
    const records = rows.map((row): ArchivePackage => ({
      id: row.id,
      number: row.number,
      company: row.company,
      companyName: nameOf(row.company),
      period: row.period,
      language: row.language,
      state: row.state,
      documents: { done: row.documents_done, total: row.documents_total },
      files: row.files,
      missing: row.missing,
      spent: row.totals?.spent ?? null,
      size: row.size === null ? null : Number(row.size),
      manifestSha256: row.manifest_sha256,
      requestedBy: row.name ?? row.requested_by,
      requestTime: nowOf(row.requested_at),
      readyTime: row.sealed_at && nowOf(row.sealed_at),
      downloads: Number(row.downloads),
    }))
    return { records, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
  },

  /** @throws Missing for a package that the caller may not see, Refused if it is not ready */
  async ready(id: string, companies: readonly string[]): Promise<ReadyPackage> {
    const found = await db.selectFrom('archive_package').leftJoin('archive_seal as seal', 'seal.package', 'archive_package.id')
      .select(['archive_package.company', 'period', 'seal.number', 'seal.path', 'seal.size', 'seal.sha256'])
      .where('archive_package.id', '=', id).where('archive_package.company', 'in', among(companies)).executeTakeFirst()
    if (!found) throw new Missing('error.missing')
    const { number, path, size, sha256 } = found
    if (number === null || path === null || size === null || sha256 === null) throw new Refused('archive.notReady')
    return { ...found, number, path, size, sha256 }
  },

  downloaded: (id: string, { by, at }: { readonly by: string; readonly at: Date }) =>
    db.insertInto('archive_download').values({ package: id, person: by, at }).execute(),

  /** Downloads with their persons, latest first. @throws Missing, Refused as above */
  async downloads(id: string, companies: readonly string[]): Promise<readonly ArchiveDownload[]> {
    await this.ready(id, companies)
    const rows = await db.selectFrom('archive_download').leftJoin('sys_user', 'sys_user.id', 'archive_download.person').select([
      'archive_download.person',
      'at',
      'sys_user.name',
    ])
      .where('package', '=', id).orderBy('archive_download.id', 'desc').limit(200).execute()
    return rows.map(({ person, name, at }) => ({ person: name ?? person, time: nowOf(at) }))
  },
})

const refused = (code: string) => new Refused(code, {}, [{ field: code === 'archive.underWay' ? '' : 'period', code }])

/** Operand for `in`, never empty, since `in ()` would be invalid SQL. */
const among = (companies: readonly string[]) => (companies.length > 0 ? [...companies] : [''])

/** Start (inclusive) and end (exclusive) of a period. */
export const spanOf = ({ from, until }: Pick<BookPeriod, 'from' | 'until'>): { from: Date; until: Date } => ({ from: startOfDay(from),
  until: startOfDay(until) })

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

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import { statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage } from '../counted-page.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { savedViews } from '#server/documents/lists/saved-views.ts'
import { needsAny } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import { noteDue } from '#server/jobs/note-due.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { ReportsAnswer } from '../../wire.ts'
import { mayHave, reportsName } from './reports-job.ts'
import '../tables.ts'

const path = '/oaserver/statistics/reports'
/** Maximum number of reports per person, and of readers per report. */
const most = 30
const mostReaders = 50

const report = { frequency: z.enum(['daily', 'weekly', 'monthly']),
  people: z.array(z.string().max(32)).min(1, 'statistics.recipients').max(mostReaders) }
/** Schema of a view that is saved together with its report. */
const present = z.strictObject({ page: z.string().max(100), name: z.string().trim().min(1).max(30), query: z.string().max(2000) })
const input = z.strictObject({ view: z.union([z.string().max(64), present]), ...report })
const oneOf = { params: z.strictObject({ id: z.string().max(32) }) }

/** Routes for the caller's own reports: saved views sent by mail. */
export const reportRoutes = (pages: readonly CountedPage[]) => (app: FastifyInstance, host: Host): void => {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const views = pages.map(({ key }) => statisticsPermissions(key).export) as [Permission, ...Permission[]]
  const config = { access: needsAny(...views), resource: 'statisticsReport' } as const
  const changing = { ...config, repeats: 'once' } as const
  typed.get(path, { config, schema: { querystring: z.strictObject({ page: z.string().max(200), _t: z.unknown().optional() }) } },
    ({ query, caller }) => reportsOf(host.db, caller, query.page))
  typed.post(path, { config: changing, schema: { body: input } }, (request) =>
    unitOfWork(host, request, async ({ db, caller, at }) => {
      const { view, frequency, people } = await checked(host, db, { caller, pages, body: request.body })
      const { count } = await ownReports(db, caller).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
      if (Number(count) >= most) throw new Refused('statistics.tooManyReports', { most })
      const id = newId()
      await db.insertInto('statistics_report').values({ id, owner: caller.id, view, frequency, people, created_at: at,
        sent_for: nowOf(at).slice(0, 10) }).execute()
      request.audited = { id, after: { view, frequency, people } }
      return { id }
    }))
  typed.put(`${path}/:id`, { config: changing, schema: { body: input, ...oneOf } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { id } = request.params
        const before = await db.selectFrom('statistics_report').select(['view', 'frequency', 'people']).where('id', '=', id).where('owner',
          '=', caller.id).forUpdate()
          .executeTakeFirst()
        if (!before) throw new Missing('statistics.noSuchReport')
        const { view, frequency, people } = await checked(host, db, { caller, pages, body: request.body })
        // a changed schedule starts today: due days of the new schedule before today were not missed
        const begun = frequency === before.frequency ? {} : { sent_for: nowOf(at).slice(0, 10) }
        await db.updateTable('statistics_report').set({ view, frequency, people, ...begun }).where('id', '=', id).execute()
        request.audited = { id, before, after: { view, frequency, people } }
        return null
      }))
  typed.post(`${path}/:id/send`, { config: changing, schema: { body: z.strictObject({}), ...oneOf } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { numUpdatedRows } = await db.updateTable('statistics_report').set({ asked_at: at }).where('id', '=', request.params.id)
          .where('owner', '=', caller.id)
          .executeTakeFirst()
        if (numUpdatedRows === 0n)
          throw new Missing('statistics.noSuchReport')
        request.audited = { id: request.params.id }
        await noteDue(db, [{ job: reportsName, due: at }])
        return null
      }))
  typed.delete(`${path}/:id`, { config: changing, schema: oneOf }, (request) =>
    unitOfWork(host, request, async ({ db, caller }) => {
      const { id } = request.params
      const before = await db.deleteFrom('statistics_report').where('id', '=', id).where('owner', '=', caller.id).returning(['view',
        'frequency', 'people']).executeTakeFirst()
      if (!before) throw new Missing('statistics.noSuchReport')
      request.audited = { id, before }
      return null
    }))
}

async function reportsOf(db: Db, caller: Pick<Caller, 'id'>, page: string): Promise<ReportsAnswer> {
  const rows = await ownReports(db, caller)
    .select(['report.id', 'report.view', 'report.frequency', 'report.people', 'report.sent_at', 'report.asked_at', 'view.name as viewName'])
    .where('view.page', '=', page).orderBy('view.name').orderBy('report.id').execute()
  return rows.map(({ asked_at: requestedAt, sent_at: sent, ...row }) => ({ ...row, sentAt: sent && nowOf(sent),
    isSending: requestedAt !== null })
  )
}

/** The caller's reports whose view was not removed. */
const ownReports = (db: Db, caller: Pick<Caller, 'id'>) =>
  db.selectFrom('statistics_report as report').innerJoin('saved_view as view', 'view.id', 'report.view').where('report.owner', '=',
    caller.id).where('view.removed_at', 'is', null)

interface ReportRequest {
  readonly caller: Caller
  readonly pages: readonly CountedPage[]
  readonly body: z.output<typeof input>
}

/**
 * Validates a report and resolves or saves its view.
 * @throws Refused if the view is not available to the caller, the page may not be exported, or a reader is unknown
 */
async function checked(host: Host, db: Db,
  { caller, pages, body }: ReportRequest): Promise<z.output<typeof input> & { readonly view: string }> {
  const id = typeof body.view === 'string' ? body.view : await savedViews(db, caller).add({ ...body.view, columns: null, role: null })
  const view = await db.selectFrom('saved_view').select('page').where('id', '=', id).where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('owner', '=', caller.id), ...(caller.roles.length > 0 ? [eb('role', 'in', [...caller.roles])] : [])]))
    .executeTakeFirst()
  const page = pages.find(({ path: address }) => address === view?.page)
  if (!page || !permits(caller.permissions, statisticsPermissions(page.key).export))
    throw new Refused('statistics.noSuchView', {}, [{ field: 'view', code: 'statistics.noSuchView' }])
  const organisation = await host.organisation(db)
  const { users } = organisation
  const people = [...new Set(body.people)]
  const gone = people.find((person) => !users.get(person)?.enabled)
  if (gone !== undefined) throw wrongReader('statistics.readerGone', users.get(gone)?.name ?? gone)
  const without = people.flatMap((person) => users.get(person) ?? []).filter((member) => !mayHave(organisation, member, page))
  if (without[0]) throw wrongReader('statistics.readerMayNot', without[0].name)
  return { ...body, view: id, people }
}

const wrongReader = (code: string, name: string) => new Refused(code, { name }, [{ field: 'people', code, parameters: { name } }])

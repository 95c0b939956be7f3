import dayjs from 'dayjs'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { stampedName } from '#server/http/answers/file-answer.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { type NoticeFile, notify } from '#server/messages/notify.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { savedViews } from '#server/documents/lists/saved-views.ts'
import { needsAny } from '#server/http/access.ts'
import { newId } from '#server/identity/id.ts'
import { noteDue } from '#server/jobs/runner.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { type StatisticsPage, statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import '../tables.ts'
import type { CountedPage } from '../counted-page.ts'
import { reportReady } from '../../message-kinds.ts'
import { answerPage } from '../answers/answer.ts'
import { dataUpTo } from '../periods.ts'
import { workbookFile } from '../answers/workbook.ts'
import { drawPicture, pictureOf, reportTitle } from './picture/picture-of.ts'
import type { ReportFrequency, ReportsAnswer } from '../../wire.ts'
import { viewQuery } from '../../address.ts'
import { queryOf, type StatisticsQuery } from '../page-queries.ts'

/** The job’s name. */
const reportsName = 'statisticsReports'

/**
 * Job that mails reports that are due or requested: each reader gets a picture and a workbook within their data scope and in their
 * language, once per due day or request.
 */
export const reportsJob = (pages: readonly CountedPage[]): Job => ({
  name: reportsName,
  every: hours(24),
  async run({ host, db, at, signal }) {
    for (const report of await reportsIn(db)) {
      const page = pages.find(({ path }) => path === report.page)
      const occasion = occasionOf(report, todayOf(at))
      if (!page || !occasion) continue
      const outcomes: DeliveryOutcome[] = []
      for (const reader of report.people) {
        signal.throwIfAborted()
        outcomes.push(await delivered(host, db, { report, page, reader, occasion: occasion.name, at }))
      }
      const isSent = outcomes.includes('sent')
      // not marked as sent: the next run retries the readers whose mail failed
      if (outcomes.includes('failed')) continue
      // requests made meanwhile are kept for the next run
      await db.updateTable('statistics_report').set((eb) => ({ ...occasion.sets, ...(isSent && { sent_at: at }),
        asked_at: eb.case().when('asked_at', '>', at).then(eb.ref('asked_at')).else(null).end() })
      )
        .where('id', '=', report.id).execute()
    }
  },
})

/** The reason to send a report: its due day, else the time of a request; undefined if neither. */
function occasionOf({ frequency, sent_for: sent, asked_at: requestedAt }: Pick<DueReport, 'frequency' | 'sent_for' | 'asked_at'>,
  today: string) {
  const due = dueDay(frequency, today)
  if (sent === null || sent < due) return { name: due, sets: { sent_for: due } }
  return requestedAt ? { name: requestedAt.toISOString(), sets: {} } : undefined
}

const reportsIn = (db: Db) =>
  db.selectFrom('statistics_report as report').innerJoin('saved_view as view', 'view.id', 'report.view').innerJoin('sys_user as owner',
    'owner.id', 'report.owner')
    .select(['report.id', 'report.frequency', 'report.people', 'report.sent_for', 'report.asked_at', 'view.page', 'view.query', 'view.name',
      'owner.name as ownerName'])
    .where('view.removed_at', 'is', null).where('owner.enable', '=', true).where('owner.del_flag', '=', 0).orderBy('report.id').execute()

type DueReport = Awaited<ReturnType<typeof reportsIn>>[number]

interface ReportDelivery {
  readonly report: DueReport
  readonly page: CountedPage
  readonly reader: string
  /** Due day or time of the request; part of the idempotency key. */
  readonly occasion: string
  readonly at: Date
}

type DeliveryOutcome = 'sent' | 'without access' | 'failed'

/** Sends a report to a reader; a failure does not affect the other readers. */
async function delivered(host: Host, db: Db, delivery: ReportDelivery): Promise<DeliveryOutcome> {
  try {
    return (await sendTo(host, db, delivery)) ? 'sent' : 'without access'
  } catch (error) {
    host.log.error({ err: error, report: delivery.report.id, page: delivery.page.key }, 'a report could not be sent')
    return 'failed'
  }
}

/** Sends the mail. @returns false if the reader may not receive the report */
async function sendTo(host: Host, db: Db, { report, page, reader, occasion, at }: ReportDelivery): Promise<boolean> {
  const mailed = await mailedTo(host, db, { report, page, reader, at })
  if (!mailed) return false
  const files = await filesOf(host, mailed, report.name)
  await transaction(db, (tx) =>
    notify(tx, {
      kind: reportReady,
      recipients: [reader],
      at,
      blanks: { owner: report.ownerName,
        report: (['cn', 'en'] as const).map((language) => reportTitle(report.name, page, language).replaceAll('/', '／')).join('/'),
        date: dataUpTo(host).dataDate },
      params: { urlPage: `${page.path.slice(1)}${report.query === '' ? '' : `?${report.query}`}` },
      once: `${report.id} ${occasion}`,
      files,
    }))
  return true
}

/** Attachments of a report: picture and workbook; only the workbook if rendering fails. */
async function filesOf(host: Host, { page, query, caller }: MailReport, view: string): Promise<readonly NoticeFile[]> {
  const language = caller.locale
  const workbook = await workbookFile(host, { page, query, caller, language })
  const files = [{ name: workbook.name, type: workbookType, content: workbook.content }]
  try {
    const answer = await answerPage(host, { page, query: { ...query, current: 1, size: 1 }, caller })
    const content = await drawPicture(pictureOf({ page, answer, period: query, language, view }))
    return [{ name: stampedName(page[language], host.clock.now(), 'png'), type: 'image/png', content }, ...files]
  } catch (error) {
    host.log.error({ err: error, page: page.key }, 'a report goes out without its picture')
    return files
  }
}

/** The latest due day up to today: today, the last Monday, or the first of the month. */
export function dueDay(frequency: ReportFrequency, today: string): string {
  const at = dayjs(today)
  if (frequency === 'daily') return today
  return (frequency === 'weekly' ? at.subtract((at.day() + 6) % 7, 'day') : at.startOf('month')).format('YYYY-MM-DD')
}

/** Returns whether a person may receive a page as a report: requires the rights to view and to export it. */
export function mayHave(organisation: Organisation, member: Member, { key }: Pick<StatisticsPage, 'key'>): boolean {
  const can = statisticsPermissions(key)
  const { permissions } = callerOf(organisation, member)
  return permits(permissions, can.view) && permits(permissions, can.export)
}

/** Contents of a report within a reader's data scope. */
interface MailReport {
  readonly page: CountedPage
  readonly query: StatisticsQuery
  readonly caller: Caller
}

interface MailedReport {
  readonly report: { readonly id: string; readonly query: string }
  readonly page: CountedPage
  readonly reader: string
  readonly at: Date
}

/** A report for one of its readers; undefined if they are disabled or lack the right, or if the saved view's query is no longer valid. */
export async function mailedTo(host: Host, db: Db, { report, page, reader, at }: MailedReport): Promise<MailReport | undefined> {
  const organisation = await host.organisation(db)
  const member = organisation.users.get(reader)
  if (!member?.enabled || !mayHave(organisation, member, page)) return undefined
  const parsed = queryOf(page).safeParse(viewQuery(page, report.query, todayOf(at)))
  return parsed.success
    ? { page, query: parsed.data, caller: { ...callerOf(organisation, member), traceId: `report ${report.id}`, ip: '' } }
    : undefined
}

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

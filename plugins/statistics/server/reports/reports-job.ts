import '../tables.ts'
import dayjs from 'dayjs'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { stampedName } from '#server/http/answers/file-answer.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { type NoticeFile, notify } from '#server/messages/notify.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import { permits } from '#kernel/permissions.ts'
import { type StatisticsPage, statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { CountedPage } from '../counted-page.ts'
import { reportReady } from '../../message-kinds.ts'
import { answerPage } from '../answers/answer.ts'
import { dataUpTo } from '../data-date.ts'
import { workbookFile } from '../answers/workbook.ts'
import { reportTitle, pictureOf } from './picture/picture-of.ts'
import { drawPicture } from './picture/draw.ts'
import type { ReportFrequency } from '../../wire.ts'
import { viewQuery } from '../../address.ts'
import { type StatisticsQuery, queryOf } from '../page-queries.ts'

/** The job’s name. */
export const reportsName = 'statisticsReports'

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

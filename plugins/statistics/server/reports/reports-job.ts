import type { StatisticsPage } from '#kernel/statistics.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { stampedName } from '#server/http/answers/file-answer.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { type NoticeFile, notify } from '#server/messages/notify.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import { reportReady } from '../../message-kinds.ts'
import { answerPage } from '../answers/answer.ts'
import { dataUpTo } from '../data-date.ts'
import { workbookFile } from '../answers/workbook.ts'
import { dueDay } from './due.ts'
import { type MailReport, mailedTo } from './mail-report.ts'
import { reportTitle } from './report-title.ts'
import { drawPicture } from './picture/draw.ts'
import { pictureOf } from './picture/picture-of.ts'
import '../tables.ts'

/** The job’s name. */
export const reportsName = 'statisticsReports'

/**
 * Sends the reports that are due or asked for: each reader gets a picture and a workbook of what they may see, in their language, once for
 * each day that it is due and each time it is asked for.
 */
export const reportsJob = (pages: readonly StatisticsPage[]): Job => ({
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
      // sent again with the next run, to readers who have not got it
      if (outcomes.includes('failed')) continue
      // reports requested meanwhile go out with the next run
      await db.updateTable('statistics_report').set((eb) => ({ ...occasion.sets, ...(isSent && { sent_at: at }),
        asked_at: eb.case().when('asked_at', '>', at).then(eb.ref('asked_at')).else(null).end() })
      )
        .where('id', '=', report.id).execute()
    }
  },
})

/** The day for which a report is due, or else the moment at which it was asked for; undefined where it is neither. */
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
  readonly page: StatisticsPage
  readonly reader: string
  /** The day that it is due, or the moment at which it was asked for. */
  readonly occasion: string
  readonly at: Date
}

type DeliveryOutcome = 'sent' | 'without access' | 'failed'

/** Sends a report to a reader; one that fails holds up no other. */
async function delivered(host: Host, db: Db, delivery: ReportDelivery): Promise<DeliveryOutcome> {
  try {
    return (await sendTo(host, db, delivery)) ? 'sent' : 'without access'
  } catch (error) {
    host.log.error({ err: error, report: delivery.report.id, page: delivery.page.key }, 'a report could not be sent')
    return 'failed'
  }
}

/** Returns whether the reader gets it. */
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

/** The page as a picture and its table as a workbook; without the picture where it fails. */
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

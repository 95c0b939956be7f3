import { permits } from '#kernel/permissions.ts'
import { type StatisticsPage, statisticsPermissions } from '#kernel/statistics.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { stampedName } from '#server/http/answers/file-answer.ts'
import type { Caller } from '#server/identity/caller.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { type NoticeFile, notify } from '#server/messages/notify.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import { viewQuery } from '../../address.ts'
import { reportReady } from '../../message-kinds.ts'
import { answerPage } from '../answers/answer.ts'
import { type StatisticsQuery, queryOf } from '../asked.ts'
import { dataUpTo } from '../data-date.ts'
import { workbookFile } from '../answers/workbook.ts'
import { dueDay } from './due.ts'
import { drawPicture } from './picture/draw.ts'
import { pictureOf } from './picture/picture-of.ts'
import '../tables.ts'

/** Sends the reports that are due: each reader gets a picture and a workbook of what they may see, in their language, once for each day that it is due. */
export const reportsJob = (pages: readonly StatisticsPage[]): Job => ({
  name: 'statisticsReports',
  every: hours(24),
  async run({ host, db, at, signal }) {
    const today = todayOf(at)
    for (const report of await reportsIn(db)) {
      const due = dueDay(report.frequency, today)
      const page = pages.find(({ path }) => path === report.page)
      if (!page || (report.sent_for !== null && report.sent_for >= due)) continue
      for (const reader of report.people) {
        signal.throwIfAborted()
        await sendTo(host, db, { report, page, reader, due, at })
      }
      await db.updateTable('statistics_report').set({ sent_for: due }).where('id', '=', report.id).execute()
    }
  },
})

const reportsIn = (db: Db) =>
  db.selectFrom('statistics_report as report').innerJoin('saved_view as view', 'view.id', 'report.view').innerJoin('sys_user as owner', 'owner.id', 'report.owner')
    .select(['report.id', 'report.frequency', 'report.people', 'report.sent_for', 'view.page', 'view.query', 'view.name', 'owner.name as ownerName'])
    .where('owner.enable', '=', true).where('owner.del_flag', '=', 0).orderBy('report.id').execute()

interface Sending {
  readonly report: Awaited<ReturnType<typeof reportsIn>>[number]
  readonly page: StatisticsPage
  readonly reader: string
  readonly due: string
  readonly at: Date
}

/** People who have left, or lost the right, get nothing. */
async function sendTo(host: Host, db: Db, { report, page, reader, due, at }: Sending): Promise<void> {
  const organisation = await host.organisation(db)
  const member = organisation.users.get(reader)
  const can = statisticsPermissions(page.key)
  if (!member?.enabled) return
  const caller = { ...callerOf(organisation, member), traceId: `report ${report.id}`, ip: '' }
  if (!permits(caller.permissions, can.view) || !permits(caller.permissions, can.export)) return
  const asked = queryOf(page).safeParse(viewQuery(page, report.query, todayOf(at)))
  if (!asked.success) return
  const files = await filesOf(host, { page, asked: asked.data, caller, view: report.name })
  await transaction(db, (tx) =>
    notify(tx, {
      kind: reportReady,
      recipients: [reader],
      at,
      blanks: { owner: report.ownerName, view: report.name.replaceAll('/', '／'), page: `${page.cn}/${page.en}`, date: dataUpTo(host).dataDate },
      params: { urlPage: `${page.path.slice(1)}${report.query === '' ? '' : `?${report.query}`}` },
      once: `${report.id} ${due}`,
      files,
    }))
}

interface Filed {
  readonly page: StatisticsPage
  readonly asked: StatisticsQuery
  readonly caller: Caller
  readonly view: string
}

/** The page as a picture and its table as a workbook; without the picture where it fails. */
async function filesOf(host: Host, { page, asked, caller, view }: Filed): Promise<readonly NoticeFile[]> {
  const language = caller.locale
  const workbook = await workbookFile(host, { page, asked, caller, language })
  const files = [{ name: workbook.name, type: workbookType, content: workbook.content }]
  try {
    const answer = await answerPage(host, { page, asked: { ...asked, current: 1, size: 1 }, caller })
    const content = await drawPicture(pictureOf({ page, answer, period: asked, language, view }))
    return [{ name: stampedName(page[language], host.clock.now(), 'png'), type: 'image/png', content }, ...files]
  } catch (error) {
    host.log.error({ err: error, page: page.key }, 'a report goes out without its picture')
    return files
  }
}

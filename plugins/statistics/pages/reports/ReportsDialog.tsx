import { DeleteOutlined, EditOutlined, SendOutlined } from '@ant-design/icons'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { useViews, viewsKey } from '#shell/list/views/views.ts'
import { useStatisticsText } from '../text.ts'
import { type Report, reportsPath, ReportDialog } from './ReportDialog.tsx'

interface ReportsDialogProps {
  readonly page: StatisticsPage
  /** Current state of the page. */
  readonly query: ListQuery
  onClose(): void
}

/** Dialog that lists the caller's subscriptions to a page: views sent by mail, with recipients and schedule. */
export function ReportsDialog({ page, query, onClose }: ReportsDialogProps) {
  const { t } = useStatisticsText()
  const http = useHttp()
  // key below that of the views: invalidating the views also reloads their reports
  const key = [...viewsKey(page.path), 'reports']
  const reports = useQuery({ queryKey: key, queryFn: () => http.get<readonly Report[]>(reportsPath, { page: page.path }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.some(({ isSending }) => isSending) ? 3000 : false) })
  const views = useViews(page.path)
  const [edited, edit] = useState<Report | 'new'>()
  return (
    <Modal open title={t('subscribe')} onCancel={onClose} footer={null} width={560}>
      <p className="oa-quiet">{t('subscribeHint')}</p>
      <ul className="oa-stat-reports">
        {(reports.data ?? []).map((report) => <ReportLine key={report.id} report={report} touches={[key]} onEdit={() => edit(report)} />)}
      </ul>
      {views && <Button type="primary" onClick={() => edit('new')}>{t('addReport')}</Button>}
      {edited && views && (
        <ReportDialog page={page} query={query} views={views} report={edited === 'new' ? undefined : edited} touches={[viewsKey(page.path)]}
          onClose={() => edit(undefined)} />
      )}
    </Modal>
  )
}

interface ReportLineProps {
  readonly report: Report
  readonly touches: readonly QueryKey[]
  onEdit(): void
}

function ReportLine({ report: { id, view, viewName, frequency, people, sentAt, isSending }, touches, onEdit }: ReportLineProps) {
  const { t } = useStatisticsText()
  const { run, isPending } = useCommand({ touches })
  const last = sentAt === null ? t('notSent') : t('lastSent', { at: sentAt.slice(0, 16) })
  const add = () => void run((to) => to.post(reportsPath, { view, frequency, people }))
  const remove = () => run((to) => to.delete(`${reportsPath}/${id}`), { success: t('reportRemoved', { name: viewName }), undo: add })
  return (
    <li>
      <span>
        <strong>{viewName}</strong>
        <small className="oa-quiet">{t('reportTo', { frequency: t(frequency), count: people.length, last })}</small>
      </span>
      <span>
        <Button type="text" icon={<SendOutlined aria-hidden />} aria-label={t('sendReport', { name: viewName })} data-tip={t('sendNow')}
          loading={isSending} disabled={isPending} onClick={() => void run((to) => to.post(`${reportsPath}/${id}/send`, {}))} />
        <Button type="text" icon={<EditOutlined aria-hidden />} aria-label={t('changeReport', { name: viewName })}
          data-tip={t('editReport')} disabled={isPending} onClick={onEdit} />
        <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t('removeReport', { name: viewName })} disabled={isPending}
          onClick={() => void remove()} />
      </span>
    </li>
  )
}

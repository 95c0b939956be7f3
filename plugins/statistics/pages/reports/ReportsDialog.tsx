import { DeleteOutlined, EditOutlined, SendOutlined } from '@ant-design/icons'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { people, select, text } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { isChanged, keptQuery, type ListView, useViews, viewsKey } from '#shell/list/views/views.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { useStatisticsText, cn, en } from '../texts.ts'
import type { ReportsAnswer } from '../../wire.ts'

const frequencies = ['daily', 'weekly', 'monthly'] as const

interface ReportDialogProps {
  readonly page: StatisticsPage
  /** Current state of the page. */
  readonly query: ListQuery
  readonly views: readonly ListView[]
  /** The report to edit; undefined for a new one. */
  readonly report: Report | undefined
  readonly touches: readonly QueryKey[]
  onClose(): void
}

type ReportValues = Readonly<Record<string, unknown>>

/** Option for the current state of the page, which is saved as a view together with the report. */
const present = 'present'

/** Dialog for a subscription: its view, schedule and recipients. */
function ReportDialog({ page, query, views, report, touches, onClose }: ReportDialogProps) {
  const { t, label } = useStatisticsText()
  const current = views.find((view) => view.id === query.view && !isChanged(view, query))
  const isNotShared = report !== undefined && !views.some(({ id }) => id === report.view)
  const named = [...views, ...(isNotShared ? [{ id: report.view, name: report.viewName }] : [])]
  const choices = [{ value: present, ...texts.present }, ...named.map(({ id, name }) => ({ value: id, cn: name, en: name }))]
  const fields = ({ view }: ReportValues): readonly DialogField[] => [
    { name: 'view', field: select({ ...texts.view, required: true, options: choices }) },
    ...(view === present ? [{ name: 'name', field: text({ ...texts.viewName, required: true, max: 30 }) }] : []),
    { name: 'frequency',
      field: select({ ...texts.frequency, required: true,
        options: frequencies.map((value) => ({ value, cn: cn[value], en: en[value] })) }) },
    { name: 'people', field: people({ ...texts.recipients, required: true }) },
  ]
  const me = useRead(reads.user)
  const { view, frequency, people: readers } = report ?? begun(current, me)
  const inputOf = (entered: ReportValues) => ({
    view: entered['view'] === present ? { page: page.path, name: entered['name'], query: keptQuery(query) } : entered['view'],
    frequency: entered['frequency'],
    people: entered['people'],
  })
  return (
    <FieldsDialog title={t(report ? 'editReport' : 'addReport')} fields={fields}
      start={{ view, name: label(page).slice(0, 30), frequency, people: readers }} aliases={{ 'view.name': 'name' }} touches={touches}
      onClose={onClose} save={(entered, http) =>
      report
        ? http.put(`${reportsPath}/${report.id}`, inputOf(entered), { quiet: true })
        : http.post(reportsPath, inputOf(entered), { quiet: true })} />
  )
}

/** Defaults of a new subscription: weekly, to its creator. */
const begun = (current: ListView | undefined, me: { readonly id: string } | undefined) => ({ view: current?.id ?? present,
  frequency: 'weekly', people: me ? [me.id] : [] })

const bilingual = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const texts = { view: bilingual('view'), viewName: bilingual('viewName'), present: bilingual('presentView'),
  frequency: bilingual('frequency'), recipients: bilingual('recipients') }

type Report = ReportsAnswer[number]

/** API path of the caller's own reports. */
const reportsPath = '/oaserver/statistics/reports'

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
      <p className="second">{t('subscribeHint')}</p>
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
    <li className="row line-bottom between">
      <span>
        <strong>{viewName}</strong>
        <small className="second block">{t('reportTo', { frequency: t(frequency), count: people.length, last })}</small>
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

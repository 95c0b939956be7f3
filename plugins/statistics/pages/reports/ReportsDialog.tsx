import { DeleteOutlined, SendOutlined } from '@ant-design/icons'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { people, select, text } from '#kernel/fields.ts'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { isChanged, keptQuery, useViews, type View, viewsKey } from '#shell/list/views/views.ts'
import type { ReportsAnswer } from '../../wire.ts'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import { useStatisticsText } from '../text.ts'

const path = '/oaserver/statistics/reports'
const frequencies = ['daily', 'weekly', 'monthly'] as const

interface ReportsDialogProps {
  readonly page: StatisticsPage
  /** The page as it stands. */
  readonly query: ListQuery
  onClose(): void
}

/** Views that go out by mail: to whom, how often. */
export function ReportsDialog({ page, query, onClose }: ReportsDialogProps) {
  const { t } = useStatisticsText()
  const http = useHttp()
  const key = ['statisticsReports', page.path]
  const { run, isPending } = useCommand({ touches: [key] })
  const reports = useQuery({ queryKey: key, queryFn: () => http.get<ReportsAnswer>(path, { page: page.path }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.some(({ isSending }) => isSending) ? 3000 : false) })
  const views = useViews(page.path)
  const [isAdding, setAdding] = useState(false)
  return (
    <Modal open title={t('subscribe')} onCancel={onClose} footer={null} width={560}>
      <p className="oa-quiet">{t('subscribeHint')}</p>
      <ul className="oa-stat-reports">
        {(reports.data ?? []).map(({ id, viewName, frequency, people: readers, sentAt, isSending }) => (
          <li key={id}>
            <span>
              <strong>{viewName}</strong>
              <small className="oa-quiet">{t('reportTo', { frequency: t(frequency), count: readers.length, last: sentAt?.slice(0, 16) ?? '—' })}</small>
            </span>
            <span>
              <Button type="text" icon={<SendOutlined />} aria-label={t('sendReport', { name: viewName })} data-tip={t('sendNow')} loading={isSending} disabled={isPending}
                onClick={() => void run((to) => to.post(`${path}/${id}/send`, {}))} />
              <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeReport', { name: viewName })} disabled={isPending}
                onClick={() => void run((to) => to.delete(`${path}/${id}`))} />
            </span>
          </li>
        ))}
      </ul>
      {views && <Button type="primary" onClick={() => setAdding(true)}>{t('addReport')}</Button>}
      {isAdding && views && <AddReport page={page} query={query} views={views} touches={[key, viewsKey(page.path)]} onClose={() => setAdding(false)} />}
    </Modal>
  )
}

interface AddReportProps extends ReportsDialogProps {
  readonly views: readonly View[]
  readonly touches: readonly QueryKey[]
}

/** The page as it stands, which is kept as a view of its own with the report. */
const present = 'present'

/** The view that goes out, its schedule and its recipients. */
function AddReport({ page, query, views, touches, onClose }: AddReportProps) {
  const { t, label } = useStatisticsText()
  const current = views.find((view) => view.id === query.view && !isChanged(view, query))
  const choices = [{ value: present, ...texts.present }, ...views.map(({ id, name }) => ({ value: id, cn: name, en: name }))]
  const fields = ({ view }: Readonly<Record<string, unknown>>): readonly DialogField[] => [
    { name: 'view', field: select({ ...texts.view, required: true, options: choices }) },
    ...(view === present ? [{ name: 'name', field: text({ ...texts.viewName, required: true, max: 30 }) }] : []),
    { name: 'frequency', field: select({ ...texts.frequency, required: true, options: frequencies.map((value) => ({ value, cn: cn[value], en: en[value] })) }) },
    { name: 'people', field: people({ ...texts.recipients, required: true }) },
  ]
  const viewOf = ({ view, name }: Readonly<Record<string, unknown>>) => (view === present ? { page: page.path, name, query: keptQuery(query) } : view)
  return (
    <FieldsDialog title={t('addReport')} fields={fields} start={{ view: current?.id ?? present, name: label(page).slice(0, 30), frequency: 'weekly', people: [] }}
      aliases={{ 'view.name': 'name' }} touches={touches} onClose={onClose}
      save={(report, http) => http.post(path, { view: viewOf(report), frequency: report['frequency'], people: report['people'] }, { quiet: true })} />
  )
}

const bilingual = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const texts = { view: bilingual('view'), viewName: bilingual('viewName'), present: bilingual('presentView'), frequency: bilingual('frequency'),
  recipients: bilingual('recipients') }

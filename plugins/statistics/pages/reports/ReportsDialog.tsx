import { DeleteOutlined } from '@ant-design/icons'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { people, select } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { useViews } from '#shell/list/views/views.ts'
import type { ReportsAnswer } from '../../wire.ts'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import { useStatisticsText } from '../text.ts'

const path = '/oaserver/statistics/reports'
const frequencies = ['daily', 'weekly', 'monthly'] as const

interface ReportsDialogProps {
  /** Of the page. */
  readonly path: string
  onClose(): void
}

/** Saved views that go out by mail: to whom, how often. */
export function ReportsDialog({ path: page, onClose }: ReportsDialogProps) {
  const { t } = useStatisticsText()
  const http = useHttp()
  const touches = [['statisticsReports', page]]
  const { run, isPending } = useCommand({ touches })
  const reports = useQuery({ queryKey: ['statisticsReports', page], queryFn: () => http.get<ReportsAnswer>(path, { page }, { quiet: true }) })
  const views = useViews(page)
  const [isAdding, setAdding] = useState(false)
  return (
    <Modal open title={t('subscribe')} onCancel={onClose} footer={null} width={560}>
      <p className="oa-quiet">{t('subscribeHint')}</p>
      <ul className="oa-stat-reports">
        {(reports.data ?? []).map(({ id, viewName, frequency, people: readers, sentFor }) => (
          <li key={id}>
            <span>
              <strong>{viewName}</strong>
              <small className="oa-quiet">{t('reportTo', { frequency: t(frequency), count: readers.length, last: sentFor ?? '—' })}</small>
            </span>
            <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeReport', { name: viewName })} disabled={isPending}
              onClick={() => void run((to) => to.delete(`${path}/${id}`))} />
          </li>
        ))}
      </ul>
      {views?.length === 0 ? <p>{t('saveViewFirst')}</p> : <Button type="primary" onClick={() => setAdding(true)}>{t('addReport')}</Button>}
      {isAdding && <NewReport page={page} touches={touches} onClose={() => setAdding(false)} />}
    </Modal>
  )
}

interface NewReportProps {
  readonly page: string
  readonly touches: readonly QueryKey[]
  onClose(): void
}

/** Which view goes out, how often and to whom. */
function NewReport({ page, touches, onClose }: NewReportProps) {
  const { t } = useStatisticsText()
  const views = useViews(page) ?? []
  const fields = (): readonly DialogField[] => [
    { name: 'view', field: select({ ...texts.view, required: true, options: views.map(({ id, name }) => ({ value: id, cn: name, en: name })) }) },
    { name: 'frequency', field: select({ ...texts.frequency, required: true, options: frequencies.map((value) => ({ value, cn: cn[value], en: en[value] })) }) },
    { name: 'people', field: people({ ...texts.recipients, required: true }) },
  ]
  return (
    <FieldsDialog title={t('addReport')} fields={fields} start={{ view: views[0]?.id ?? null, frequency: 'weekly', people: [] }} touches={touches} onClose={onClose}
      save={(report, http) => http.post(path, report, { quiet: true })} />
  )
}

const texts = { view: { cn: cn.view, en: en.view }, frequency: { cn: cn.frequency, en: en.frequency }, recipients: { cn: cn.recipients, en: en.recipients } }

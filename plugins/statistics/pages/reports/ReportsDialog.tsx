import { DeleteOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { people, select } from '#kernel/fields.ts'
import { useBackend } from '#shell/backend.ts'
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
  const { http } = useBackend()
  const client = useQueryClient()
  const reports = useQuery({ queryKey: ['statisticsReports', page], queryFn: () => http.get<ReportsAnswer>(path, { page }, { quiet: true }) })
  const views = useViews(page)
  const [isAdding, setAdding] = useState(false)
  const settled = () => client.invalidateQueries({ queryKey: ['statisticsReports', page] })
  const remove = (id: string) => void http.delete(`${path}/${id}`).then(settled, () => undefined)
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
            <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeReport', { name: viewName })} onClick={() => remove(id)} />
          </li>
        ))}
      </ul>
      {views?.length === 0 ? <p>{t('saveViewFirst')}</p> : <Button type="primary" onClick={() => setAdding(true)}>{t('addReport')}</Button>}
      {isAdding && <NewReport page={page} onAdded={settled} onClose={() => setAdding(false)} />}
    </Modal>
  )
}

interface NewReportProps {
  readonly page: string
  onAdded(): Promise<unknown>
  onClose(): void
}

/** Which view goes out, how often and to whom. */
function NewReport({ page, onAdded, onClose }: NewReportProps) {
  const { t } = useStatisticsText()
  const { http } = useBackend()
  const views = useViews(page) ?? []
  const fields = (): readonly DialogField[] => [
    { name: 'view', field: select({ ...texts.view, required: true, options: views.map(({ id, name }) => ({ value: id, cn: name, en: name })) }) },
    { name: 'frequency', field: select({ ...texts.frequency, required: true, options: frequencies.map((value) => ({ value, cn: cn[value], en: en[value] })) }) },
    { name: 'people', field: people({ ...texts.recipients, required: true }) },
  ]
  return (
    <FieldsDialog title={t('addReport')} fields={fields} start={{ view: views[0]?.id ?? null, frequency: 'weekly', people: [] }} onClose={onClose} save={async (report) => {
      await http.post(path, report, { quiet: true })
      await onAdded()
    }} />
  )
}

const texts = { view: { cn: cn.view, en: en.view }, frequency: { cn: cn.frequency, en: en.frequency }, recipients: { cn: cn.recipients, en: en.recipients } }

import type { QueryKey } from '@tanstack/react-query'
import { people, select, text } from '#kernel/fields.ts'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { isChanged, keptQuery, type ListView } from '#shell/list/views/views.ts'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import { useStatisticsText } from '../text.ts'
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
export function ReportDialog({ page, query, views, report, touches, onClose }: ReportDialogProps) {
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

export type Report = ReportsAnswer[number]

/** API path of the caller's own reports. */
export const reportsPath = '/oaserver/statistics/reports'

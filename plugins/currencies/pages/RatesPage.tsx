import { CopyOutlined, LockOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ImportButton } from '#shell/resource/transfer/ImportButton.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { exchangeRate } from '../exchange-rate.ts'
import { canRate } from '../permissions.ts'
import { RateDialog } from './RateDialog.tsx'
import { RateGrid } from './RateGrid.tsx'
import type { RateRow } from '../rate-row.ts'
import { isMissing, monthBefore, monthName, monthsOf, path, yearQuery } from './rates.ts'
import { useRateText } from './text.ts'
import './rates.css'

/** Years that can be looked at before this one. */
const yearsBack = 5

/** Rates to RMB: currencies down, months across; a cell is set in place, a month as a whole. */
export function RatesPage() {
  const { t } = useRateText()
  const [thisMonth] = useState(() => nowOf(new Date()).slice(0, 7))
  const [view, setView] = useQueryMonth(thisMonth)
  const isMobile = useIsMobile()
  const answer = useQuery({ ...yearQuery(useHttp(), view.year), placeholderData: (before) => before })
  const rows = answer.data
  return (
    <Page
      title={t('title')}
      head={<Head view={view} rows={rows ?? []} thisMonth={thisMonth} onView={setView} />}
      actions={<Actions year={view.year} thisMonth={thisMonth} />}
      footer={
        <span className="oa-rates-note">
          <LockOutlined aria-hidden /> {t('note')}
        </span>
      }
    >
      {/* on a phone it has a line to itself, which comes with the rates instead of moving them */}
      {rows && isMobile && <Lacking rows={rows} thisMonth={thisMonth} />}
      {rows
        ? <Year rows={rows} view={view} thisMonth={thisMonth} isRefreshing={answer.isPlaceholderData} />
        : <NoYet error={answer.error} onRetry={() => void answer.refetch()} />}
    </Page>
  )
}

/** The month that is looked at; an address may ask for what is missing. */
function useQueryMonth(thisMonth: string) {
  const [search] = useSearchParams()
  const isMissingOnly = search.get('missing') === '1'
  const [known, setKnown] = useState(isMissingOnly)
  const [view, setView] = useState<RatesView>({ year: Number(thisMonth.slice(0, 4)), keyword: '', isMissingOnly })
  if (known !== isMissingOnly) {
    setKnown(isMissingOnly)
    setView({ ...view, isMissingOnly })
  }
  return [view, setView] as const
}

/** In place of the rates: they come, or did not. */
function NoYet({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (error) return <ErrorState error={error} onRetry={onRetry} />
  return <RowsSkeleton rows={12} columns={['14%', ...Array.from({ length: 12 }, () => '6%')]} />
}

interface RatesView {
  readonly year: number
  readonly keyword: string
  readonly isMissingOnly: boolean
}

interface HeadProps {
  readonly view: RatesView
  readonly rows: readonly RateRow[]
  readonly thisMonth: string
  onView(view: RatesView): void
}

function Head({ view, rows, thisMonth, onView }: HeadProps) {
  const { t } = useRateText()
  const isMobile = useIsMobile()
  return (
    <div className="oa-rates-head" role="search">
      <Select aria-label={t('year')} value={view.year} onChange={(year) => onView({ ...view, year })} options={yearsAround(thisMonth)}
        className="oa-rates-year" />
      <Input aria-label={t('search')} placeholder={t('search')} allowClear value={view.keyword}
        onChange={({ target }) => onView({ ...view, keyword: target.value })} className="oa-rates-search" />
      <label className="oa-rates-switch">
        <Switch size="small" checked={view.isMissingOnly} onChange={(isMissingOnly) => onView({ ...view, isMissingOnly })} />
        {t('missingOnly')}
      </label>
      {!isMobile && <Lacking rows={rows} thisMonth={thisMonth} />}
    </div>
  )
}

/** Next year too: its January is set before it begins. */
const yearsAround = (thisMonth: string) =>
  Array.from({ length: yearsBack + 2 }, (_, index) => Number(thisMonth.slice(0, 4)) + 1 - index).map((value) => ({ value,
    label: String(value) })
  )

/** The lacking rates that keep documents of this month from being filed. */
function Lacking({ rows, thisMonth }: { rows: readonly RateRow[]; thisMonth: string }) {
  const { t, locale } = useRateText()
  const missing = rows.filter((row) => isMissing(row, thisMonth, thisMonth))
  if (missing.length === 0) return null
  const drafts = missing.reduce((sum, row) => sum + row.drafts, 0)
  return (
    <span className="oa-rates-lacking" role="status">
      <WarningOutlined aria-hidden />{' '}
      {t('missing', { month: monthName(thisMonth, locale), currencies: missing.map(({ currency }) => currency).join(', ') })}
      {drafts > 0 && <span>{t('waiting', { count: drafts })}</span>}
    </span>
  )
}

interface YearProps {
  readonly rows: readonly RateRow[]
  readonly view: RatesView
  readonly thisMonth: string
  readonly isRefreshing: boolean
}

function Year({ rows, view, thisMonth, isRefreshing }: YearProps) {
  const { t } = useRateText()
  const [edited, setEdited] = useState<{ readonly month: string; readonly currency?: string }>()
  const shown = rows.filter((row) => isShown(row, view, thisMonth))
  if (shown.length === 0)
    return (
      <StateView illustration="search" role="status" title={t(view.isMissingOnly && view.keyword === '' ? 'nothingMissing' : 'empty')} />
    )
  return (
    <>
      <RateGrid rows={shown} year={view.year} thisMonth={thisMonth} canEdit={may(canRate.edit)} isRefreshing={isRefreshing}
        onCell={({ currency }, month) => setEdited({ month, currency })} onMonth={(month) => setEdited({ month })} />
      {edited && (
        <RateDialog month={edited.month} thisMonth={thisMonth}
          rows={rows.filter(({ currency, enable }) => (edited.currency === undefined ? enable : currency === edited.currency))}
          onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function isShown(row: RateRow, { year, keyword, isMissingOnly }: RatesView, thisMonth: string): boolean {
  const needle = keyword.trim().toLowerCase()
  const matches = [row.currency, row.nameCn, row.nameEn].some((text) => text.toLowerCase().includes(needle))
  return matches && (!isMissingOnly || monthsOf(year).some((month) => isMissing(row, month, thisMonth)))
}

/** The name of all of them in workbooks and dialogs. */
const rates = { cn: exchangeRate.cn, en: 'exchange rates' }

function Actions({ year, thisMonth }: { year: number; thisMonth: string }) {
  const client = useQueryClient()
  return (
    <>
      {may(canRate.edit) && may(canRate.add) && <CopyPrevious month={thisMonth} />}
      <ImportButton path={path} title={rates} permission={canRate.import}
        onWritten={() => void client.invalidateQueries({ queryKey: ['exchangeRate'] })} />
      <ExportButton path={path} title={rates} permission={canRate.export} query={{ yearMonth: String(year) }} />
    </>
  )
}

/** Begins a month with the rates of the one before. */
function CopyPrevious({ month }: { month: string }) {
  const { t } = useRateText()
  const { run } = useCommand({ touches: [['exchangeRate']] })
  const dialogs = useDialogs()
  const ask = async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('copyAsk', { month, from: monthBefore(month) }),
      content: t('copyText'),
      okText: t('copy'),
      cancelText: t('cancel'),
      // the question goes away either way
      onOk: () => run((http) => http.post(`${path}/copyPrevious`, { yearMonth: month })),
    })
  }
  return <Button icon={<CopyOutlined aria-hidden />} onClick={() => void ask()}>{t('copyPrevious')}</Button>
}

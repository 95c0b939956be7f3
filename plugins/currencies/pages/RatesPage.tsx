import { CopyOutlined, LockOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Select, Switch } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { nowOf } from '#kernel/values/dates.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton, ImportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useMonthInView } from '#shell/parts/use-month-in-view.ts'
import { may } from '#providers/permissions.ts'
import { base, exchangeRate, type RateRow } from '../exchange-rate.ts'
import { canRate } from '../permissions.ts'
import { RateDialog } from './RateDialog.tsx'
import { cellOf, isMissing, monthBefore, monthName, monthsOf, path, useRateText, yearQuery } from './rates.ts'
import './rates.css'

/** Number of past years that can be selected. */
const yearsBack = 5

/** Grid of exchange rates to RMB, currencies by months; edits one cell or a whole month. */
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
        <span className="muted">
          <LockOutlined aria-hidden /> {t('note')}
        </span>
      }
    >
      {/* on a phone in a line of its own, rendered with the rates against a layout shift */}
      {rows && isMobile && <Lacking rows={rows} thisMonth={thisMonth} />}
      {rows
        ? <Year rows={rows} view={view} thisMonth={thisMonth} isRefreshing={answer.isPlaceholderData} />
        : <NoYet error={answer.error} onRetry={() => void answer.refetch()} />}
    </Page>
  )
}

/** Selected year and filters; `?missing=1` shows only currencies with missing rates. */
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

/** Placeholder for the rates: a skeleton while loading, an error state after a failure. */
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
    <div className="oa-rates-head row wrap gap-8-16 pad-12-24-4" role="search">
      <Select aria-label={t('year')} value={view.year} onChange={(year) => onView({ ...view, year })} options={yearsAround(thisMonth)}
        className="oa-rates-year" />
      <Input aria-label={t('search')} placeholder={t('search')} allowClear value={view.keyword}
        onChange={({ target }) => onView({ ...view, keyword: target.value })} className="oa-rates-search" />
      <label className="row gap-6">
        <Switch size="small" checked={view.isMissingOnly} onChange={(isMissingOnly) => onView({ ...view, isMissingOnly })} />
        {t('missingOnly')}
      </label>
      {!isMobile && <Lacking rows={rows} thisMonth={thisMonth} />}
    </div>
  )
}

/** Selectable years, including the next one, whose January rates are set in advance. */
const yearsAround = (thisMonth: string) =>
  Array.from({ length: yearsBack + 2 }, (_, index) => Number(thisMonth.slice(0, 4)) + 1 - index).map((value) => ({ value,
    label: String(value) })
  )

/** Warning with the currencies that have no rate this month, so that documents cannot be filed. */
function Lacking({ rows, thisMonth }: { rows: readonly RateRow[]; thisMonth: string }) {
  const { t, locale } = useRateText()
  const missing = rows.filter((row) => isMissing(row, thisMonth, thisMonth))
  if (missing.length === 0) return null
  const drafts = missing.reduce((sum, row) => sum + row.drafts, 0)
  return (
    <span className="oa-rates-lacking orange aside" role="status">
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

/** Plural name for workbooks and dialogs. */
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

/** Button that copies the previous month's rates into this month, after a confirmation. */
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
      // the dialog closes on success and on failure
      onOk: () => run((http) => http.post(`${path}/copyPrevious`, { yearMonth: month })),
    })
  }
  return <Button icon={<CopyOutlined aria-hidden />} onClick={() => void ask()}>{t('copyPrevious')}</Button>
}

interface RateGridProps {
  readonly rows: readonly RateRow[]
  readonly year: number
  readonly thisMonth: string
  readonly canEdit: boolean
  readonly isRefreshing: boolean
  onCell(row: RateRow, month: string): void
  onMonth(month: string): void
}

/** Grid of a year's rates; with edit permission each cell is a button, and arrow keys move the focus between cells. */
function RateGrid({ rows, year, thisMonth, canEdit, isRefreshing, onCell, onMonth }: RateGridProps) {
  const { t, label } = useRateText()
  const months = monthsOf(year)
  const scroller = useRef<HTMLDivElement>(null)
  useMonthInView(scroller)
  const isLocked = (month: string) => rows.some((row) => cellOf(row, month)?.locked)
  return (
    <div className="oa-rates ruled narrow scroll-x" ref={scroller} tabIndex={canEdit ? undefined : 0} aria-busy={isRefreshing}
      onKeyDown={moveByArrow}
    >
      <table className="wide" aria-label={t('grid', { year })}>
        <thead>
          <tr>
            <th scope="col">{t('currency')}</th>
            {months.map((month) => (
              <th key={month} scope="col" className={month === thisMonth ? 'is-now' : undefined}>
                <MonthHead month={month} isLocked={isLocked(month)} onOpen={canEdit ? () => onMonth(month) : undefined} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.currency} className={row.enable ? undefined : 'is-disabled'}>
              <th scope="row">
                <strong>{row.currency}</strong> <span>{label({ cn: row.nameCn, en: row.nameEn })}</span>
                {!row.enable && <span className="tiny left-6">{t('disabled')}</span>}
              </th>
              {months.map((month) => (
                <td key={month} className={month === thisMonth ? 'is-now num' : 'num'}>
                  <Cell row={row} month={month} thisMonth={thisMonth} onOpen={canEdit && row.currency !== base
                    ? () => onCell(row, month)
                    : undefined} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MonthHead({ month, isLocked, onOpen }: { month: string; isLocked: boolean; onOpen?: () => void }) {
  const { t, locale } = useRateText()
  const content = <>{isLocked && <LockOutlined aria-label={t('locked')} />} {monthName(month, locale)}</>
  return onOpen
    ? <button type="button" className="plain" title={t('setMonth', { month })} onClick={onOpen}>{content}</button>
    : <span>{content}</span>
}

function Cell({ row, month, thisMonth, onOpen }: { row: RateRow; month: string; thisMonth: string; onOpen?: () => void }) {
  const { t } = useRateText()
  const { text, look } = useShown(row, month, thisMonth)
  if (!onOpen) return <span className={look} title={row.currency === base ? t('base') : undefined}>{text}</span>
  return (
    <button type="button" className={`plain ${look}`} aria-label={`${row.currency} ${month} ${text === '—' ? t('notSet') : text}`}
      onClick={onOpen}
    >
      {text}
    </button>
  )
}

/** Text and class of a cell: the rate, a "not set" mark in months that need one, or a dash. */
function useShown(row: RateRow, month: string, thisMonth: string): { text: string; look: string } {
  const { t } = useRateText()
  const rate = row.currency === base ? '1.000000' : cellOf(row, month)?.rate
  if (rate !== undefined) return { text: rate, look: '' }
  return isMissing(row, month, thisMonth) ? { text: t('notSet'), look: 'is-missing' } : { text: '—', look: 'is-empty' }
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
  ArrowRight: [0, 1] }

/** Moves the focus to the button in the adjacent cell; a no-op where it has none. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('th, td')
  if (!step || !cell) return
  const row = cell.closest('tr')
  const rows = [...event.currentTarget.querySelectorAll('tr')]
  const next = rows[rows.indexOf(row!) + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector('button')
  if (!next) return
  event.preventDefault()
  next.focus()
}

import { CloseOutlined } from '@ant-design/icons'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useEffect, useRef } from 'react'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import type { DrillAnswer, DrillQuery, StatisticsQuery } from '../wire.ts'
import { countQuery, drillQuery, drillSize } from './calls.ts'
import { DocumentLine } from './DocumentLine.tsx'
import { figureText, type AmountUnit } from '../figures.ts'
import { useStatisticsText } from './text.ts'

/** A choice of documents: those of a row, a bar or a month. */
export interface DocumentChoice {
  readonly row: Readonly<Record<string, string>>
  /** In words. */
  readonly what: string
  /** The figure; all where none is named. */
  readonly measure?: string
}

interface DocumentsPanelProps {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly opened: DocumentChoice
  readonly unit: AmountUnit
  onClose(): void
}

/** The documents behind a figure, with what each adds to it. */
export function DocumentsPanel({ page, query, opened, unit, onClose }: DocumentsPanelProps) {
  const { t } = useStatisticsText()
  const http = useHttp()
  const drill = { ...query, row: opened.row, ...(opened.measure !== undefined && { measure: opened.measure }) }
  const answer = useInfiniteQuery(drillQuery(http, page, drill))
  const { data: counted } = useQuery({ ...countQuery(http, page, drill), enabled: answer.data?.pages[0]?.isMore === true })
  const isMobile = useIsMobile()
  const title = t('documents', { what: opened.what })
  return (
    <Drawer open placement={isMobile ? 'bottom' : 'right'} width={720} height="82%" closable={false} onClose={onClose}
      rootClassName="oa-stat-panel" title={title}
      extra={<Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} onClick={onClose} />}
    >
      <Answered page={page} drill={drill} answer={answer} counted={counted} unit={unit} measure={opened.measure} />
    </Drawer>
  )
}

interface AnsweredProps extends Omit<DocumentsProps, 'pages'> {
  readonly answer: UseInfiniteQueryResult<InfiniteData<DrillAnswer>>
}

function Answered({ answer, ...documents }: AnsweredProps) {
  const { t } = useStatisticsText()
  const list = useRef<HTMLDivElement>(null)
  const count = answer.data?.pages.length ?? 0
  useEffect(() => {
    // the button that had the focus may be gone: the first of the new documents has it then
    if (count > 1) list.current?.querySelectorAll<HTMLElement>('tbody td:first-child > a')[(count - 1) * drillSize]?.focus()
  }, [count])
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <RowsSkeleton rows={6} columns={['22%', '30%', '14%', '16%']} />
  return (
    <div ref={list}>
      <Documents {...documents} pages={answer.data.pages} />
      {answer.hasNextPage && (
        <Button block loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('more')}</Button>
      )}
    </div>
  )
}

interface DocumentsProps {
  readonly page: StatisticsPage
  readonly drill: DrillQuery
  /** The number of documents, once very many were counted. */
  readonly counted: number | undefined
  readonly pages: readonly DrillAnswer[]
  readonly unit: AmountUnit
  readonly measure: string | undefined
}

function Documents({ page, drill, counted, pages, unit, measure }: DocumentsProps) {
  const { t, label } = useStatisticsText()
  const isMobile = useIsMobile()
  const records = pages.flatMap((each) => each.records)
  const own = openedMeasures(page, measure)
  const shown = shownMeasures(page, own)
  if (records.length === 0) return <StateView illustration="empty" title={t('noData')} role="status" />
  return (
    <table className="oa-stat-documents">
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('title')}</th>
          <th scope="col">{t('initiator')}</th>
          <th scope="col">{t('state')}</th>
          {shown.map((key) => <th key={key} scope="col" className="is-right">{page.measures[key] && label(page.measures[key])}</th>)}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => <DocumentLine key={record.document} page={page} drill={drill} record={record} shown={shown}
          unit={unit} />
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={isMobile ? 2 : 4}>
            <Count last={pages.at(-1)} counted={counted} isOfRegister={page.register !== undefined} />
          </th>
          {shown.map((key) => (
            // documents that add nothing to what was opened are left out, so the others do not add up
            <td key={key} className="num is-right">
              {page.measures[key] && (own.length === 0 || own.includes(key)) && figureText(pages[0]?.totals[key], page.measures[key], unit)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** The number of documents or entries, as far as it is known. */
function Count(
  { last, counted, isOfRegister }: { readonly last: DrillAnswer | undefined; readonly counted: number | undefined;
    readonly isOfRegister: boolean },
) {
  const { t } = useStatisticsText()
  const { total = 0, isMore } = last ?? {}
  if (isMore && counted === undefined) return t('documentsMore', { count: roundedDown(total) })
  return t(isOfRegister ? 'entriesTotal' : 'documentsTotal', { count: counted ?? total })
}

/** A number below a total, in thousands or tens. */
function roundedDown(total: number): number {
  const step = total > 1000 ? 1000 : 10
  return Math.floor((total - 1) / step) * step
}

const isSummed = ({ measures }: StatisticsPage, key: string): boolean =>
  measures[key] !== undefined && measures[key].of === undefined && measures[key].unit !== 'documents'

/** The summed measures that were opened: one, or those that it is derived from. */
function openedMeasures(page: StatisticsPage, opened: string | undefined): readonly string[] {
  if (opened === undefined) return []
  return (isSummed(page, opened) ? [opened] : needsOf(page.measures, opened)).filter((key) => isSummed(page, key))
}

/** The measures that each document is shown with: those that were opened, then the first of the headline. */
function shownMeasures(page: StatisticsPage, own: readonly string[]): readonly string[] {
  const { headline, measures } = page
  return [...new Set([...own, ...[...headline, ...Object.keys(measures)].filter((key) => isSummed(page, key))])].slice(0,
    Math.max(2, Math.min(3, own.length)))
}

function needsOf(measures: StatisticsPage['measures'], key: string): readonly string[] {
  const of = measures[key]?.of ?? ''
  return Object.keys(measures).filter((name) => new RegExp(`\\b${name}\\b`).test(of))
}

import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { StateDot } from '#shell/parts/StatePill.tsx'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { DrillAnswer, DrillQuery, StatisticsQuery } from '../wire.ts'
import { countQuery, drillQuery, drillSize, itemsQuery } from './calls.ts'
import { type AmountUnit, figureText } from '../figures.ts'
import { useDimensionLabel, useStatisticsText } from './texts.ts'

/** A selection of documents: those of a table row, a bar or a month. */
export interface DocumentChoice {
  readonly row: Readonly<Record<string, string>>
  /** Description of the selection, for the panel's title. */
  readonly what: string
  /** Key of the opened measure; all measures if absent. */
  readonly measure?: string
}

interface DocumentsPanelProps {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly opened: DocumentChoice
  readonly unit: AmountUnit
  onClose(): void
}

/** Drawer that lists the documents behind a figure, each with its contribution. */
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
    // the focused button may have been removed: move the focus to the first newly loaded document
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
  /** Exact number of documents; undefined until the count of a large result has loaded. */
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
  if (pages[0]?.isWithheld) return <StateView illustration="empty" title={t('withheld')} text={t('withheldHint')} role="status" />
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
            <Count last={pages.at(-1)} counted={counted} of={countedThings(page, records)} />
          </th>
          {shown.map((key) => (
            // documents that do not contribute to the opened figure are left out, so only its measures have a total
            <td key={key} className="num is-right">
              {page.measures[key] && (own.length === 0 || own.includes(key)) && figureText(pages[0]?.totals[key], page.measures[key], unit)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** Number of documents or entries, a lower bound until the exact count has loaded. */
function Count(
  { last, counted, of }: { readonly last: DrillAnswer | undefined; readonly counted: number | undefined;
    readonly of: ReturnType<typeof countedThings> },
) {
  const { t } = useStatisticsText()
  const { total = 0, isMore } = last ?? {}
  if (isMore && counted === undefined) return t('documentsMore', { count: roundedDown(total) })
  return t(of, { count: counted ?? total })
}

/** The name of what is listed: entries of a register may stand beside documents. */
function countedThings({ register }: StatisticsPage, records: DrillAnswer['records']) {
  if (register !== undefined) return 'entriesTotal'
  return records.some(({ path }) => path !== null) ? 'documentsAndEntries' : 'documentsTotal'
}

/** Rounds down to a multiple of 1000 or 10, for “more than …”. */
function roundedDown(total: number): number {
  const step = total > 1000 ? 1000 : 10
  return Math.floor((total - 1) / step) * step
}

const isSummed = ({ measures }: StatisticsPage, key: string): boolean =>
  measures[key] !== undefined && measures[key].of === undefined && measures[key].unit !== 'documents'

/** The summed measures behind the opened one: itself, or those that it is derived from. */
function openedMeasures(page: StatisticsPage, opened: string | undefined): readonly string[] {
  if (opened === undefined) return []
  return (isSummed(page, opened) ? [opened] : needsOf(page.measures, opened)).filter((key) => isSummed(page, key))
}

/** Measure columns of the list: the opened ones, then headline measures up to two, or three, columns. */
function shownMeasures(page: StatisticsPage, own: readonly string[]): readonly string[] {
  const { headline, measures } = page
  return [...new Set([...own, ...[...headline, ...Object.keys(measures)].filter((key) => isSummed(page, key))])].slice(0,
    Math.max(2, Math.min(3, own.length)))
}

function needsOf(measures: StatisticsPage['measures'], key: string): readonly string[] {
  const of = measures[key]?.of ?? ''
  return Object.keys(measures).filter((name) => new RegExp(`\\b${name}\\b`).test(of))
}

interface DocumentLineProps {
  readonly page: StatisticsPage
  readonly drill: DrillQuery
  readonly record: DrillAnswer['records'][number]
  readonly shown: readonly string[]
  readonly unit: AmountUnit
}

/** A document behind a figure with its contribution; on pages that count documents, it expands to its items. */
function DocumentLine({ page, drill, record, shown, unit }: DocumentLineProps) {
  const { name } = useStatisticsText()
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(false)
  const { document, businessNo, title, initiator, department, date, state, figures } = record
  return (
    <>
      <tr>
        <td>
          <NumberLink record={record} />
          <small className="num second">
            {date}
            {page.facts.length > 0 && <ItemsButton number={businessNo} isOpen={isOpen} onOpen={setOpen} />}
          </small>
          {isMobile && <small className="oa-stat-documents-title">{name(title)}</small>}
        </td>
        <td>{name(title)}</td>
        <td>
          {name(initiator ?? '—')}
          <small className="second">{name(department ?? '')}</small>
          {isMobile && state !== null && <StateDot state={state} />}
        </td>
        <td>
          <State state={state} />
        </td>
        {shown.map((key) => (
          <td key={key} className="num is-right">{page.measures[key] && figureText(figures[key], page.measures[key], unit)}</td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td className="oa-stat-items-cell" colSpan={4 + shown.length}>
            <DocumentItems page={page} drill={drill} document={document} shown={shown} unit={unit} />
          </td>
        </tr>
      )}
    </>
  )
}

/** State of a document; a dash for entries of registers without one. */
const State = ({ state }: { state: number | null }) => (state === null ? <span className="oa-nothing">—</span> : <StateDot state={state} />)

function NumberLink({ record: { document, businessType, businessNo, path } }: Pick<DocumentLineProps, 'record'>) {
  const linkOf = useDocumentLink()
  return (
    <Link className="num" to={path ?? linkOf({ procInstId: document, businessType: businessType ?? '', routeName: '' })}>{businessNo}</Link>
  )
}

function ItemsButton({ number, isOpen, onOpen }: { readonly number: string; readonly isOpen: boolean; onOpen(isOpen: boolean): void }) {
  const { t } = useStatisticsText()
  return (
    <button type="button" className="plain oa-stat-link accent" aria-expanded={isOpen} aria-label={t('itemsOf', { number })}
      onClick={() => onOpen(!isOpen)}
    >
      {t('items')} {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
    </button>
  )
}

interface DocumentItemsProps {
  readonly page: StatisticsPage
  readonly drill: DrillQuery
  readonly document: string
  /** Keys of the measures shown for the document. */
  readonly shown: readonly string[]
  readonly unit: AmountUnit
}

/** The items of a document behind a figure, each with its dimensions and its contribution. */
function DocumentItems({ page, drill, document, shown, unit }: DocumentItemsProps) {
  const { t, name, label } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const { data, isError, error, refetch } = useQuery(itemsQuery(useHttp(), page, { ...drill, document }))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={1} columns={['60%', '20%']} />
  return (
    <ul className="oa-stat-items grid gap-8 unlisted bare" aria-label={t('items')}>
      {data.map(({ dimensions, figures }) => (
        <li className="baseline flex wrap between" key={JSON.stringify(dimensions)}>
          <span>
            {Object.entries(dimensions).map(([key, value]) => (
              <span key={key}>
                <small className="second">{dimension(key)}</small> {name(value.name)}
              </span>
            ))}
          </span>
          <span>
            {shown.map((key) =>
              page.measures[key] && (
                <span key={key}>
                  <small className="second">{label(page.measures[key])}</small>{' '}
                  <span className="num">{figureText(figures[key], page.measures[key], unit)}</span>
                </span>
              )
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

import { CloseOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Link } from 'react-router'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { useHttp } from '#shell/backend.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import type { DrillAnswer, StatisticsQuery } from '../wire.ts'
import { drillQuery } from './calls.ts'
import { figureText, type Unit } from './figures.ts'
import { useStatisticsText } from './text.ts'

/** Which documents are shown: those of a row, a bar or a month. */
export interface Opened {
  readonly row: Readonly<Record<string, string>>
  /** In words. */
  readonly what: string
}

interface DocumentsPanelProps {
  readonly page: StatisticsPage
  readonly asked: StatisticsQuery
  readonly opened: Opened
  readonly unit: Unit
  onClose(): void
}

/** The documents behind a figure, with what each adds to it. */
export function DocumentsPanel({ page, asked, opened, unit, onClose }: DocumentsPanelProps) {
  const { t } = useStatisticsText()
  const answer = useInfiniteQuery(drillQuery(useHttp(), page.key, { ...asked, row: opened.row }))
  const pages = answer.data?.pages ?? []
  const isMobile = useIsMobile()
  const title = t('documents', { what: opened.what })
  return (
    <Drawer open placement={isMobile ? 'bottom' : 'right'} width={720} height="82%" closable={false} onClose={onClose} rootClassName="oa-stat-panel" title={title}
      extra={<Button type="text" icon={<CloseOutlined />} aria-label={t('close')} onClick={onClose} />}
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['22%', '30%', '14%', '16%']} />}
      {answer.isSuccess && <Documents page={page} pages={pages} unit={unit} />}
      {answer.hasNextPage && <Button block loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('more')}</Button>}
    </Drawer>
  )
}

function Documents({ page, pages, unit }: { readonly page: StatisticsPage; readonly pages: readonly DrillAnswer[]; readonly unit: Unit }) {
  const { t, name, label } = useStatisticsText()
  const linkOf = useDocumentLink()
  const isMobile = useIsMobile()
  const records = pages.flatMap((each) => each.records)
  const shown = page.headline.filter((key) => page.measures[key]?.of === undefined && page.measures[key]?.unit !== 'documents').slice(0, 2)
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
        {records.map(({ document, businessType, businessNo, title, initiator, department, date, state, figures }) => (
          <tr key={document}>
            <td>
              <Link className="num" to={linkOf({ procInstId: document, businessType, routeName: '' })}>{businessNo}</Link>
              <small className="num oa-quiet">{date}</small>
              {isMobile && <small className="oa-stat-documents-title">{name(title)}</small>}
            </td>
            <td>{name(title)}</td>
            <td>
              {name(initiator)}
              <small className="oa-quiet">{name(department)}</small>
              {isMobile && <StateDot state={state} />}
            </td>
            <td>
              <StateDot state={state} />
            </td>
            {shown.map((key) => <td key={key} className="num is-right">{page.measures[key] && figureText(figures[key], page.measures[key], unit)}</td>)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={isMobile ? 2 : 4}>{t('documentsTotal', { count: pages[0]?.total ?? 0 })}</th>
          {shown.map((key) => <td key={key} className="num is-right">{page.measures[key] && figureText(pages[0]?.totals[key], page.measures[key], unit)}</td>)}
        </tr>
      </tfoot>
    </table>
  )
}

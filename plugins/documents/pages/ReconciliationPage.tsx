import { useQuery } from '@tanstack/react-query'
import { Select, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { postingsKey } from '#shell/detail/notices/use-posting.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import type { PostingDifference, PostingReconciliation } from '../wire.ts'
import { usePostingText } from './texts.ts'
import '#shell/list/list.css'

/** Number of selectable months, including the current one. */
const shownMonths = 12

/** Reconciliation of a month's postings with the entries in the other systems under our references. */
export function ReconciliationPage() {
  const { t } = usePostingText()
  const [months] = useState(() => lastMonths(new Date(), shownMonths))
  const [month, setMonth] = useState(months[0])
  const http = useHttp()
  const { data, isError, error, refetch } = useQuery({ queryKey: [...postingsKey, 'reconciliation', month],
    queryFn: ({ signal }) => http.query<PostingReconciliation>('/workflow/posting/reconcile', { month }, { signal, quiet: true }) })
  const chosen = (
    <Select aria-label={t('month')} value={month} onChange={setMonth} options={months.map((value) => ({ value, label: value }))} />
  )
  return (
    <Page title={t('reconciliation')} actions={chosen}>
      {isError
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : data
        ? <Answer data={data} />
        : <RowsSkeleton columns={['20%', '20%', '30%']} />}
    </Page>
  )
}

function Answer({ data: { differences, same, unanswered } }: { readonly data: PostingReconciliation }) {
  const { t, name } = usePostingText()
  const isMobile = useIsMobile()
  return (
    <>
      <p role="status">
        {t('alike', { count: same })}
        {unanswered.length > 0 && <>{' · '}{t('unanswered', { what: unanswered.map((what) => name(what)).join(', ') })}</>}
      </p>
      {differences.length > 0
        ? (isMobile ? <DifferenceRows rows={differences} /> : <Differences rows={differences} />)
        : <StateView illustration="empty" title={t('noDifference')} text={t('noDifferenceText')} role="status" />}
    </>
  )
}

interface DifferencesProps {
  readonly rows: readonly PostingDifference[]
}

const keyOf = ({ reference, what }: PostingDifference): string => `${what} ${reference}`

function Differences({ rows }: DifferencesProps) {
  const { t, name } = usePostingText()
  return (
    <div className="oa-table">
      <Table<PostingDifference> size="small" rowKey={keyOf} dataSource={[...rows]} pagination={false} scroll={{ x: 720 }} columns={[
        { key: 'kind', title: t('difference'), render: (_, { kind, system }) => t(kind, { system: name(system) }) },
        { key: 'what', title: t('what'), render: (_, { form, what }) => `${name(form)} · ${name(what)}` },
        { key: 'reference', title: t('reference'), render: (_, { reference }) => <span className="num">{reference}</span> },
        { key: 'ours', title: t('ours'), render: (_, { ours }) => <span className="num">{ours ?? t('nothing')}</span> },
        { key: 'theirs', title: t('theirs'), render: (_, { theirs }) => <span className="num">{theirs.join(', ') || t('nothing')}</span> },
        { key: 'document', title: t('number'), render: (_, row) => <DocumentOf row={row} /> },
      ]} />
    </div>
  )
}

/** The number of the document as a link; a dash where it is unknown here. */
function DocumentOf({ row: { document, number, type } }: { readonly row: PostingDifference }) {
  const { t } = usePostingText()
  const linkOf = useDocumentLink()
  return document === null ? t('nothing') : <Link to={linkOf({ businessType: type, procInstId: document, routeName: '' })}>{number}</Link>
}

/** Differences on a phone. */
function DifferenceRows({ rows }: DifferencesProps) {
  const { t, name } = usePostingText()
  return (
    <ul className="oa-rows">
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <div className="oa-row is-record grid">
            <span className="oa-row-first row gap-8 narrow medium">{t(row.kind, { system: name(row.system) })}</span>
            <span className="oa-row-second muted line-18">
              {name(row.form)} · {name(row.what)} · <DocumentOf row={row} />
            </span>
            <span className="oa-row-second num muted line-18">{row.reference}</span>
            <span className="oa-row-second muted line-18">
              <Detail label={t('ours')} value={row.ours ?? t('nothing')} />
              <Detail label={t('theirs')} value={row.theirs.join(', ') || t('nothing')} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Detail = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <span className="oa-row-detail relative">
    <span>{label}</span> <span className="num">{value}</span>
  </span>
)

/** The last months as `yyyy-mm`, the current one first. */
function lastMonths(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1))
    return month.toISOString().slice(0, 7)
  })
}

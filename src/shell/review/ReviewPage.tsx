import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CheckCircleFilled, DownOutlined, UpOutlined } from '@ant-design/icons'
import { sumMoney } from '#kernel/values/money.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '../backend.ts'
import { documentQuery } from '../detail/document.ts'
import { bodyOf, documentFilters, type DocumentListKind, documentLists } from '../documents/lists.ts'
import type { TaskToPass } from '../documents/batch/pass-queue.ts'
import { usePassQueue } from '../documents/batch/PassQueueProvider.tsx'
import { processOf, titleLinesOf, titleOf } from '../documents/title.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { useDocuments } from '../documents/use-listing.ts'
import { useKeys } from '../keys.ts'
import { longest } from '../list/query.ts'
import { useListQuery } from '../list/use-list-query.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState, StateView } from '../states/StateView.tsx'
import { useTab, useTabTitle } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { cn, en, useReviewText } from './texts.ts'
import { ReviewDocument } from './ReviewDocument.tsx'
import { type Review, useReview, type Verdict } from './ReviewBar.tsx'
import { waitingText } from '../documents/duration.ts'
import { Money } from '../parts/Figures.tsx'
import { Initial } from '../parts/Person.tsx'
import '../form/preview/path.css'
import './review.css'

/** Review mode: decides the tasks of the to-do list, with its filters and order, one after the other. */
export function ReviewPage() {
  const { query } = useListQuery(documentFilters)
  const answer = useDocuments(todo, bodyOf({ ...query, current: 1, size: longest }))
  const [rows, setRows] = useState<readonly DocumentRow[]>()
  // a snapshot: decided rows leave the list, but not the review
  if (!rows && answer.data && !answer.isFetching) setRows(answer.data.data)
  if (rows) return <Reviewing rows={rows} />
  return answer.isError ? <ErrorState isPage error={answer.error} onRetry={() => void answer.refetch()} /> : <PageSkeleton />
}

const todo: DocumentListKind = documentLists.find(({ name }) => name === 'todo') ??
  { name: 'todo', path: '/todo', call: 'todoList', cn: '', en: '' }

function Reviewing({ rows }: { rows: readonly DocumentRow[] }) {
  const text = useText()
  const { queue, state } = usePassQueue()
  const link = useDocumentLink()
  const review = useReview(rows, state)
  const { current, move, goOn, decide, to } = review
  const { replace } = useTab()
  const { search } = useLocation()
  const leave = () => replace(todo.path + search)
  const pass = (row: DocumentRow, said: Pick<TaskToPass, 'comment' | 'body'>) => {
    queue.pass([{ task: row.id, title: titleOf(row, text), number: row.businessNo, address: link(row), ...said }], () => to(row.id))
    goOn(row.id)
  }
  useKeys({ j: () => move(1), k: () => move(-1), Escape: leave })
  useReviewTitle(review)
  useNextDocument(review)
  return (
    <div className="oa-review fill grid low">
      <Inbox review={review} refused={state.refused} />
      <div className="flex low narrow relative">
        {current
          ? (
            <Suspense fallback={<PageSkeleton />}>
              <ReviewDocument key={current.id} row={current} onPass={(said) => pass(current, said)}
                onDecided={(verdict) => decide(current.id, verdict)} />
            </Suspense>
          )
          : <Finished review={review} onLeave={leave} />}
      </div>
    </div>
  )
}

/** Sets the tab title to the position in the review. */
function useReviewTitle({ rows, current }: Review): void {
  const number = String(rows.findIndex(({ id }) => id === current?.id) + 1)
  const filled = (title: string) => title.replace('{number}', number).replace('{total}', String(rows.length))
  useTabTitle(current ? { cn: filled(cn.tab), en: filled(en.tab) } : { cn: cn.title, en: en.title })
}

/** Prefetches the next document. */
function useNextDocument({ left, current }: Review): void {
  const http = useHttp()
  const client = useQueryClient()
  const next = left[left.findIndex(({ id }) => id === current?.id) + 1]
  const { businessType, procInstId } = next ?? {}
  useEffect(() => {
    if (businessType !== undefined && procInstId !== undefined) void client.prefetchQuery(documentQuery(http, businessType, procInstId))
  }, [client, http, businessType, procInstId])
}

/** The end of the review, with the number of decisions. */
function Finished({ review: { verdicts }, onLeave }: { review: Review; onLeave(): void }) {
  const { t, any } = useReviewText()
  const decisions = [...verdicts.values()]
  const passed = decisions.filter((verdict) => verdict === 'passed').length
  const returned = decisions.filter((verdict) => verdict === 'returned').length
  return (
    <StateView isPage illustration="done" title={any('empty.todo')} role="status"
      {...(decisions.length > 0 && { text: t('tally', { passed, returned, other: decisions.length - passed - returned }) })}
    >
      <Button type="primary" onClick={onLeave}>{t('backToList')}</Button>
    </StateView>
  )
}

interface InboxProps {
  readonly review: Review
  /** Reasons of decisions that the server refused, by row. */
  readonly refused: ReadonlyMap<string, string>
}

/** The documents of the review in order; decided ones stay in the list. */
function Inbox({ review, refused }: InboxProps) {
  const { t } = useReviewText()
  const { rows, current, verdicts, left, move } = review
  const index = rows.findIndex(({ id }) => id === current?.id)
  return (
    <section className="oa-review-inbox stack subtle low" aria-label={t('inbox')}>
      <header className="row line-bottom wrap gap-8">
        <h2 className="grow bold">{t('title')}</h2>
        <span className="num">{index >= 0 && t('position', { number: index + 1, total: rows.length })}</span>
        <Button size="small" icon={<UpOutlined aria-hidden />} disabled={index <= 0} aria-label={t('previous')} aria-keyshortcuts="K"
          data-tip={`${t('previous')} K`} onClick={() => move(-1)} />
        <Button size="small" icon={<DownOutlined aria-hidden />} disabled={index < 0 || index === rows.length - 1} aria-label={t('next')}
          aria-keyshortcuts="J" data-tip={`${t('next')} J`} onClick={() => move(1)} />
        <div className="oa-review-pieces flex" aria-hidden>
          {rows.map(({ id }) => <i key={id} className={verdicts.has(id) ? 'is-done' : id === current?.id ? 'is-current' : undefined} />)}
        </div>
        <p className="num">
          {t('left', { count: left.length, amount: '' })}
          <Money value={sumMoney(left.map(({ amount }) => amount)).toFixed(2)} />
        </p>
      </header>
      <ol className="filled-column unlisted flat scroll bare">
        {rows.map((row) => <Entry key={row.id} row={row} review={review} reason={refused.get(row.id)} />)}
      </ol>
      <footer className="muted line-top" aria-hidden>
        <kbd>J</kbd> <kbd>K</kbd> {t('keyMove')} <kbd>V</kbd> {t('keyFile')} <kbd>Esc</kbd> {t('keyLeave')}
      </footer>
    </section>
  )
}

function Entry({ row, review: { current, verdicts, to }, reason }: { row: DocumentRow; review: Review; reason: string | undefined }) {
  const text = useText()
  const verdict = verdicts.get(row.id)
  const isCurrent = row.id === current?.id
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={place} className={verdict && 'is-done'}>
      <button type="button" className="plain" aria-current={isCurrent || undefined} onClick={() => to(row.id)}>
        <span className="oa-review-sign">
          {verdict ? <CheckCircleFilled aria-hidden /> : <Initial id={row.initiatorId} name={row.applyerUser?.name ?? ''} />}
        </span>
        <span className="oa-review-called cut medium">{titleLinesOf(row, text).first}</span>
        <Money value={row.amount} />
        <Below row={row} verdict={verdict} reason={reason} />
      </button>
    </li>
  )
}

/** Details of a row: person and process, waiting time or decision, and the reason of a refusal. */
function Below({ row, verdict, reason }: { row: DocumentRow; verdict: Verdict | undefined; reason: string | undefined }) {
  const { t } = useReviewText()
  const text = useText()
  return (
    <>
      <small className="cut">{text.name(row.applyerUser?.name ?? '')} · {processOf(row, text)}</small>
      <small className="oa-review-wait">{verdict ? t(verdict) : waitingText(row.stayHours, text)}</small>
      {reason !== undefined && <small className="is-refused" role="alert">{reason}</small>}
    </>
  )
}

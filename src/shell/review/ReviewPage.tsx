import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '../backend.ts'
import { documentQuery } from '../detail/document.ts'
import { bodyOf } from '../documents/body.ts'
import type { TaskToPass } from '../documents/batch/pass-queue.ts'
import { usePassQueue } from '../documents/batch/use-pass-queue.ts'
import { documentFilters, documentLists, type DocumentListKind } from '../documents/lists.ts'
import { titleOf } from '../documents/title.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { useDocuments } from '../documents/use-documents.ts'
import { useKeys } from '../keys.ts'
import { longest } from '../list/query.ts'
import { useListQuery } from '../list/use-list-query.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { StateView } from '../states/StateView.tsx'
import { useTab, useTabTitle } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { Inbox } from './Inbox.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { ReviewDocument } from './ReviewDocument.tsx'
import { useReviewText } from './text.ts'
import { useReview, type Review } from './use-review.ts'
import '../form/preview/path.css'
import './review.css'

/** The tasks of the reader, as the to-do list was narrowed and ordered, decided one after the other. */
export function ReviewPage() {
  const { query } = useListQuery(documentFilters)
  const answer = useDocuments(todo, bodyOf({ ...query, current: 1, size: longest }))
  const [rows, setRows] = useState<readonly DocumentRow[]>()
  // decided rows leave the list, but not the review
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
    <div className="oa-review">
      <Inbox review={review} refused={state.refused} />
      <div className="oa-review-body">
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

/** The tab says how far the review is. */
function useReviewTitle({ rows, current }: Review): void {
  const number = String(rows.findIndex(({ id }) => id === current?.id) + 1)
  const filled = (title: string) => title.replace('{number}', number).replace('{total}', String(rows.length))
  useTabTitle(current ? { cn: filled(cn.tab), en: filled(en.tab) } : { cn: cn.title, en: en.title })
}

/** The document that comes next is here before it is its turn. */
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

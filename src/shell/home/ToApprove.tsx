import { PlayCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '../backend.ts'
import { usePassQueue } from '../documents/batch/PassQueueProvider.tsx'
import { DocumentTitle } from '../documents/DocumentTitle.tsx'
import { processOf } from '../documents/title.ts'
import { useEmptyTodoText } from '../documents/empty-todo-text.ts'
import { Remark } from '../documents/columns/Remark.tsx'
import { DocumentRows } from '../documents/rows/DocumentRows.tsx'
import { waitingText } from '../documents/duration.ts'
import type { DocumentPage } from '../documents/lists.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { useWaiting, type WaitingCounts } from '../layout/badges.ts'
import { Money } from '../parts/Figures.tsx'
import { Person } from '../parts/Person.tsx'
import { useIsMobile } from '../parts/use-media.ts'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState, StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import { lazyPage } from '../routing/chunks.ts'

/** Maximum number of tasks; the smaller one if there is content below, and on a phone. */
const rowsShown = 14
const rowsOnPhone = 7

/** The user's first tasks, longest waiting first. */
export function ToApprove() {
  const { t } = useText()
  const http = useHttp()
  const waiting = useWaiting()
  const answer = useQuery({
    queryKey: ['documents', 'todo', 'home'],
    queryFn: ({ signal }) =>
      http.query<DocumentPage>('/workflow/tasks/todoList', { current: 1, size: rowsShown, figures: false }, { signal, quiet: true }),
  })
  const { state: { gone } } = usePassQueue()
  const rows = answer.data?.records.filter(({ id }) => !gone.has(id))
  const title = t(titleOf(waiting))
  return (
    <section aria-label={title}>
      <SectionTitle action={rows?.length ? <Ways count={waiting?.todo ?? rows.length} /> : undefined}>
        {title} <small className="oa-todo-order muted regular">{t('home.longestFirst')}</small>
      </SectionTitle>
      {answer.isError ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : <Tasks rows={rows} />}
    </section>
  )
}

/** One's own documents that came back are not for approval. */
const titleOf = (waiting: WaitingCounts | undefined) => (waiting?.returned ? 'shell.todo' : 'home.toApprove')

/** Links to review the tasks one by one, or as a list. */
function Ways({ count }: { count: number }) {
  const { t } = useText()
  const isMobile = useIsMobile()
  return (
    <span className="oa-todo-ways inline-flex gap-16">
      {!isMobile && count > 1 && (
        <Link className="plain" to="/review">
          <PlayCircleOutlined aria-hidden /> {t('home.review')}
        </Link>
      )}
      <Link to="/todo">{t('home.seeAll', { count })}</Link>
    </span>
  )
}

const todo = { name: 'todo' } as const

function Tasks({ rows }: { rows: readonly DocumentRow[] | undefined }) {
  const { t } = useText()
  const isMobile = useIsMobile()
  const caughtUp = useEmptyTodoText()
  if (!rows) return <RowsSkeleton columns={['40%', 70, 80, 90, 40]} />
  if (rows.length === 0) return <StateView illustration="done" title={t('empty.todo')} text={caughtUp} />
  if (isMobile) return <DocumentRows list={todo} rows={rows.slice(0, rowsOnPhone)} />
  return <ul className="oa-todo">{rows.map((row) => <Task key={row.id} row={row} />)}</ul>
}

const TaskActions = lazyPage<{ row: DocumentRow }>(async () => (await import('./TaskActions.tsx')).TaskActions)

function Task({ row }: { row: DocumentRow }) {
  const text = useText()
  const link = useDocumentLink()
  const [wasPointedAt, setWasPointedAt] = useState(false)
  const point = () => setWasPointedAt(true)
  return (
    <li className="line-bottom relative" onPointerEnter={point} onFocus={point}>
      <Link className="plain" to={link(row)}>
        <span className="oa-todo-about row gap-8 narrow">
          <DocumentTitle row={row} className="oa-todo-title medium" />
          <Remark row={row} />
        </span>
        <span className="cut second">{processOf(row, text)}</span>
        <span className="narrow">
          <Person id={row.initiatorId} name={row.applyerUser?.name ?? ''} />
        </span>
        <strong className="medium text-right">
          <Money value={row.amount} />
        </strong>
        <span className={row.overdue ? 'oa-todo-wait num oa-late text-right' : 'oa-todo-wait num text-right'}>
          {waitingText(row.stayHours, text)}
        </span>
      </Link>
      {wasPointedAt && (
        <Suspense>
          <TaskActions row={row} />
        </Suspense>
      )}
    </li>
  )
}

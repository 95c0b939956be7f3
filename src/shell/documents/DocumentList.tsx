import { Button } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { PlusOutlined } from '@ant-design/icons'
import { formPermissions } from '#kernel/form.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { ListFooter } from '../list/ListFooter.tsx'
import { SearchForm, SearchSkeleton } from '../list/SearchForm.tsx'
import { useLater } from '../parts/use-delay.ts'
import { ViewMenu } from '../list/views/ViewMenu.tsx'
import { useViews } from '../list/views/views.ts'
import { Money } from '../parts/Figures.tsx'
import { Page } from '../parts/Page.tsx'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { ExportButton } from '../resource/transfer/TransferButtons.tsx'
import { reads, useRead } from '../start/reads.ts'
import { useTabTitle } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { usePassQueue } from './batch/PassQueueProvider.tsx'
import { columnsOf } from './columns/columns.tsx'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import { type ColumnChoice, type DocumentColumn, useColumns } from './columns/use-columns.ts'
import { type DocumentListKind, documentLists, exportBase, exportQuery, listId } from './lists.ts'
import { QuickFilters, useOwnSearchFields, useSearchFields } from './search/filters.tsx'
import { RowAction } from './rows/RowAction.tsx'
import { useDocumentsText } from './texts.ts'
import { titleOf } from './title.ts'
import { type Triage, useTriage, useTriageKeys } from './triage/use-triage.ts'
import { useDocumentLink } from './use-document-link.ts'
import { type DocumentListState, useListing } from './use-listing.ts'
import { useWaiting } from '../layout/badges.ts'
import { BatchBar, useBatchPrint } from './batch/BatchBar.tsx'
import { isWhollyEmpty } from '../list/use-list-query.ts'
import { ErrorState, StateView } from '../states/StateView.tsx'
import { DocumentRows } from './rows/DocumentRows.tsx'
import { DocumentTable } from './rows/DocumentTable.tsx'
import { PullToRefresh } from './phone/PullToRefresh.tsx'
import { useNewRequest } from '../layout/new-request.ts'
import { useEmptyTodoText } from './empty-todo-text.ts'
import './documents.css'
import '../list/list-tabs.css'
import { useKeys } from '../keys.ts'

const Peek = lazy(async () => ({ default: (await import('./peek/Peek.tsx')).Peek }))

/** Queue state for lists other than the to-do list: rows passed elsewhere stay visible. */
const nothingPassed = { gone: new Set<string>(), refused: new Map<string, string>() }

interface DocumentListProps {
  readonly list: DocumentListKind
  readonly person: string
}

/** A list of documents with search, filters, keyboard triage and batch pass. */
export function DocumentList({ list, person }: DocumentListProps) {
  const text = useText()
  const isMobile = useIsMobile()
  const { passRows, gone, refused } = usePassing(list)
  const listing = useListing(list, gone)
  const { address: { query }, rows = [], left } = listing
  const triage = useTriage({ list, rows, before: (query.current - 1) * query.size, total: left?.total })
  const { columns, choice } = useListColumns({ list, person, query, triage, refused })
  const pass = (comment = '') => {
    passRows(triage.selected, comment)
    triage.selection.clear()
  }
  const waiting = list.name === 'todo' ? { passSelected: pass, passOne: (row: DocumentRow) => passRows([row]) } : {}
  useTriageKeys(triage, { list, onPass: pass })
  const title = list.title ?? list
  useTabTitle(title)

  return (
    <Page isList title={text.label(title)} actions={!isMobile && (
      <Actions list={list} query={query} choice={choice}>
        <ColumnMenu columns={columns} choice={choice} />
      </Actions>
    )} head={<Head list={list} listing={listing} />} footer={footOf(list, listing)} rail={usePeek(triage)}>
      <div className={triage.selected.length > 0 ? 'has-batch' : undefined}>
        <DocumentListView list={list} listing={listing} columns={columns} choice={choice} triage={triage} onPass={waiting.passOne} />
      </div>
      <SelectedBar list={list} triage={triage} onPass={waiting.passSelected} />
      {triage.acting && <RowAction row={triage.acting.row} action={triage.acting.action} onClose={() => triage.act(undefined)} />}
    </Page>
  )
}

/** Passing of rows, and the rows that are queued or were refused. */
function usePassing({ name }: DocumentListKind) {
  const text = useText()
  const link = useDocumentLink()
  const { queue, state } = usePassQueue()
  const { gone, refused } = name === 'todo' ? state : nothingPassed
  const passRows = (passed: readonly DocumentRow[], comment = '') =>
    queue.pass(passed.map((row) => ({ task: row.id, title: titleOf(row, text), number: row.businessNo, address: link(row), comment })))
  return { passRows, gone, refused }
}

/** The toolbar: review, meeting link, views, and export of the filtered and sorted list. */
function Actions(
  { list, query, choice, children }: { list: DocumentListKind; query: DocumentListState['address']['query']; choice: ColumnChoice;
    children: ReactNode },
) {
  return (
    <>
      {list.name === 'todo' && <ReviewButton />}
      <MeetingLink />
      <ViewMenu query={query} columns={choice.kept} />
      <ExportButton path={exportBase(list)} title={list.title ?? list} permission={list.form && formPermissions(list.form.key).export}
        query={exportQuery(query)} />
      {children}
    </>
  )
}

/** The link to book a meeting; hidden if the company has not configured one. */
function MeetingLink() {
  const { t } = useDocumentsText()
  const address = useRead(reads.user)?.outside?.meetings
  return address ? <Button href={address} target="_blank" rel="noopener noreferrer">{t('bookMeeting')}</Button> : null
}

interface HeadProps {
  readonly list: DocumentListKind
  readonly listing: DocumentListState
}

/** Tabs and filters of the list. Filters render after the rows, which have priority. */
function Head({ list, listing }: HeadProps) {
  const hasFilters = useLater(!listing.answer.isPending)
  const isMobile = useIsMobile()
  return (
    <>
      {!list.form && <ListTabs here={list} />}
      {hasFilters ? <Filters list={list} listing={listing} /> : (
        <>
          <SearchSkeleton fields={list.name === 'initiated' ? 3 : 5} />
          {!isMobile && <div className="oa-tools row muted rigid clip" />}
        </>
      )}
    </>
  )
}

function Filters({ list, listing: { address: { query, filter }, figures } }: HeadProps) {
  const [keyword, ...common] = useSearchFields(list)
  const own = useOwnSearchFields(list.form)
  const fields = [...(keyword ? [keyword] : []), ...own, ...common]
  const isMobile = useIsMobile()
  const quick = <QuickFilters list={list} query={query} figures={figures} onFilter={filter} />
  return (
    <>
      <SearchForm fields={fields} values={query.filters} quick={quick}
        onSearch={(filters) => filter(withQuick(filters, query.filters['quick']))} />
      {!isMobile && quick}
    </>
  )
}

/** A search keeps the quick filters; a reset (no filters) removes them. */
const withQuick = (filters: Readonly<Record<string, string>>, quick: string | undefined) =>
  Object.keys(filters).length > 0 && quick !== undefined ? { ...filters, quick } : filters

/** The footer: number of rows, sum, pagination; hidden for an empty list. */
const footOf = ({ form }: DocumentListKind, { left, address: { query, turn } }: DocumentListState) =>
  left && left.total > 0 && (
    <ListFooter total={left.total} query={query} onTurn={turn}>
      {left.amount && Number(left.amount) !== 0 && !(form && form.amount === undefined) && <Sum amount={left.amount} />}
    </ListFooter>
  )

function Sum({ amount }: { amount: string }) {
  const { t } = useText()
  return (
    <>
      {' '}· {t('list.sum')}{' '}
      <strong>
        <Money value={amount} />
      </strong>
    </>
  )
}

function usePeek({ peek, current, open, act, setPeek }: Triage) {
  const { t } = useDocumentsText()
  if (!peek || !current) return undefined
  const content = (
    <Suspense>
      <Peek key={current.procInstId} row={current} isWriting={peek.isWriting} onAct={act} onOpen={open}
        onClose={() => setPeek(undefined)} />
    </Suspense>
  )
  return { name: t('peek.name'), width: 372, content }
}

interface ColumnsContext extends Pick<DocumentListProps, 'list' | 'person'> {
  readonly query: DocumentListState['address']['query']
  readonly triage: Triage
  readonly refused: ReadonlyMap<string, string>
}

function useListColumns({ list, person, query, triage, refused }: ColumnsContext) {
  const text = useText()
  const { t } = useDocumentsText()
  const link = useDocumentLink()
  const isWide = useMedia('(min-width: 1600px)')
  const view = useViews(useLocation().pathname)?.find(({ id }) => id === query.view)
  const choice = useColumns(person, listId(list), view)
  return { choice,
    columns: columnsOf({ list, person, text, t, link, onOpen: triage.opening, first: (query.current - 1) * query.size, sort: query.sort,
      isWide, refused }) }
}

/** The five lists as tabs, with badges. */
function ListTabs({ here }: { here: DocumentListKind }) {
  const { t, label } = useText()
  const waiting: Partial<Record<DocumentListKind['name'], number>> = useWaiting() ?? {}
  return (
    <nav className="oa-list-tabs line-bottom flex rigid scroll-x" aria-label={t('documents.lists')}>
      {documentLists.map((list) => (
        <Link className="second nowrap" key={list.name} to={list.path} aria-current={list.name === here.name ? 'page' : undefined}>
          {label(list)}
          {Boolean(waiting[list.name]) && <span className="num">{waiting[list.name]}</span>}
        </Link>
      ))}
    </nav>
  )
}

interface SelectedBarProps {
  readonly list: DocumentListKind
  readonly triage: Triage
  /** Absent in lists without tasks. */
  onPass?(comment: string): void
}

/** The batch bar of the selected rows; hidden if there are none. */
function SelectedBar({ list, triage: { selected, selection }, onPass }: SelectedBarProps) {
  const command = useCommand()
  const client = useQueryClient()
  const print = useBatchPrint(list)
  if (selected.length === 0) return null
  const read = async () => {
    selection.clear()
    const body = list.name === 'cc'
      ? { procInstIdList: selected.map(({ procInstId }) => procInstId) }
      : { taskIdList: selected.map(({ id }) => id) }
    await command.run((http) => http.post('/workflow/tasks/setReadState', body))
    refreshDocuments(client)
  }
  const hasReadMarks = list.name === 'todo' || list.name === 'cc'
  return (
    <BatchBar rows={selected} onPass={onPass} onRead={hasReadMarks ? () => void read() : undefined}
      onPrint={(mode) => void print(selected, mode)} onClear={selection.clear} />
  )
}

interface DocumentListViewProps {
  readonly list: DocumentListKind
  readonly listing: DocumentListState
  readonly columns: readonly DocumentColumn[]
  readonly choice: ColumnChoice
  readonly triage: Triage
  /** Only in the to-do list. */
  readonly onPass?: ((row: DocumentRow) => void) | undefined
}

/** The rows as a table, or on a phone as two-line entries; or the empty or error state. */
function DocumentListView(
  { list, listing: { rows, answer, left, address: { filter, query, sort, hasFilters } }, columns, choice, triage, onPass }:
    DocumentListViewProps,
) {
  const isMobile = useIsMobile()
  const isRefreshing = answer.isPlaceholderData
  if (answer.isError && !rows) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (isWhollyEmpty({ rows, total: left?.total }, query))
    return <EmptyList list={list} hasFilters={hasFilters} onReset={() => filter({})} />
  // beyond the last page: the rows of the last page are being loaded
  const shown = rows?.length === 0 ? undefined : rows
  if (isMobile)
    return (
      <>
        <PullToRefresh />
        <DocumentRows list={list} rows={shown} isRefreshing={isRefreshing} onPass={onPass} onOpen={triage.opening} />
      </>
    )
  return (
    <DocumentTable list={list} rows={shown} columns={columns} choice={choice} triage={triage} isRefreshing={isRefreshing} onSort={sort} />
  )
}

interface EmptyListProps {
  readonly list: DocumentListKind
  readonly hasFilters: boolean
  onReset(): void
}

/** The empty state: no match, nothing to do, or nothing yet. */
function EmptyList({ list, hasFilters, onReset }: EmptyListProps) {
  const { t } = useText()
  const openNewRequest = useNewRequest()
  if (hasFilters) {
    return (
      <StateView illustration="search" title={t('empty.noMatch')} text={t('empty.noMatchText')} role="status">
        <Button onClick={onReset}>{t('list.reset')}</Button>
      </StateView>
    )
  }
  if (list.name === 'todo') return <CaughtUp />
  return (
    <StateView illustration="empty" title={t(list.name === 'type' ? 'empty.all' : `empty.${list.name}`)} role="status">
      {list.name === 'initiated' && <Button icon={<PlusOutlined aria-hidden />} onClick={openNewRequest}>{t('shell.newRequest')}</Button>}
    </StateView>
  )
}

/** The empty state of the to-do list. */
function CaughtUp() {
  const { t } = useText()
  const navigate = useNavigate()
  const openNewRequest = useNewRequest()
  return (
    <StateView illustration="done" title={t('empty.todo')} text={useEmptyTodoText()} role="status">
      <Button onClick={() => void navigate('/handled')}>{t('empty.seeHandled')}</Button>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={openNewRequest}>{t('shell.newRequest')}</Button>
    </StateView>
  )
}

/** Opens the review of the current list. */
function ReviewButton() {
  const { t } = useDocumentsText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const open = () => void navigate(`/review${search}`)
  useKeys({ v: open })
  return (
    <Button aria-keyshortcuts="V" onClick={open}>
      {t('review')}
      <span className="oa-key" aria-hidden>V</span>
    </Button>
  )
}

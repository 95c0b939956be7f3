import { Button } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { formPermissions } from '#kernel/form.ts'
import { ListFooter } from '../list/ListFooter.tsx'
import { SearchForm } from '../list/SearchForm.tsx'
import { SearchSkeleton } from '../list/SearchSkeleton.tsx'
import { useLater } from '../list/use-later.ts'
import { ViewMenu } from '../list/views/ViewMenu.tsx'
import { useViews } from '../list/views/views.ts'
import { Money } from '../parts/Money.tsx'
import { Page } from '../parts/Page.tsx'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { ExportButton } from '../resource/transfer/ExportButton.tsx'
import { ReviewButton } from '../review/ReviewButton.tsx'
import { reads, useRead } from '../start/reads.ts'
import { useTabTitle } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { SelectedBar } from './batch/SelectedBar.tsx'
import { usePassQueue } from './batch/use-pass-queue.ts'
import { columnsOf } from './columns/columns.tsx'
import { ColumnMenu } from './columns/ColumnMenu.tsx'
import { type ColumnChoice, useColumns } from './columns/use-columns.ts'
import { DocumentListView } from './DocumentListView.tsx'
import { ListTabs } from './ListTabs.tsx'
import { exportQuery } from './body.ts'
import { type DocumentListKind, exportBase, listId } from './lists.ts'
import { QuickFilters } from './search/QuickFilters.tsx'
import { RowAction } from './rows/RowAction.tsx'
import { useOwnSearchFields } from './search/own-search-fields.tsx'
import { useSearchFields } from './search/search-fields.tsx'
import { useDocumentsText } from './text.ts'
import { titleOf } from './title.ts'
import { useTriage, type Triage } from './triage/use-triage.ts'
import { useTriageKeys } from './triage/use-triage-keys.ts'
import { useDocumentLink } from './use-document-link.ts'
import { useListing, type DocumentListState } from './use-listing.ts'

const Peek = lazy(async () => ({ default: (await import('./peek/Peek.tsx')).Peek }))

/** Of a list where nothing waits for its reader: what was passed elsewhere stays in it. */
const nothingPassed = { gone: new Set<string>(), refused: new Map<string, string>() }

interface DocumentListProps {
  readonly list: DocumentListKind
  readonly person: string
}

/** One of the lists: found, narrowed, worked through by keys, passed together. */
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

/** The passing of rows, and the rows that are on their way or were refused. */
function usePassing({ name }: DocumentListKind) {
  const text = useText()
  const link = useDocumentLink()
  const { queue, state } = usePassQueue()
  const { gone, refused } = name === 'todo' ? state : nothingPassed
  const passRows = (passed: readonly DocumentRow[], comment = '') =>
    queue.pass(passed.map((row) => ({ task: row.id, title: titleOf(row, text), number: row.businessNo, address: link(row), comment })))
  return { passRows, gone, refused }
}

/** The list as a workbook, as it is narrowed and ordered; and where what it is about may be talked over. */
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

/** Absent where the company has not said where meetings are booked. */
function MeetingLink() {
  const { t } = useDocumentsText()
  const address = useRead(reads.user)?.outside?.meetings
  return address ? <Button href={address} target="_blank" rel="noopener noreferrer">{t('bookMeeting')}</Button> : null
}

interface HeadProps {
  readonly list: DocumentListKind
  readonly listing: DocumentListState
}

/** The rows go before what narrows them. */
function Head({ list, listing }: HeadProps) {
  const hasFilters = useLater(!listing.answer.isPending)
  const isMobile = useIsMobile()
  return (
    <>
      {!list.form && <ListTabs here={list} />}
      {hasFilters ? <Filters list={list} listing={listing} /> : (
        <>
          <SearchSkeleton fields={list.name === 'initiated' ? 3 : 5} />
          {!isMobile && <div className="oa-tools" />}
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

/** A search keeps what is narrowed to at once; a reset starts over. */
const withQuick = (filters: Readonly<Record<string, string>>, quick: string | undefined) =>
  Object.keys(filters).length > 0 && quick !== undefined ? { ...filters, quick } : filters

/** The number of rows, their sum, and the other pages; nothing under an empty list. */
const footOf = ({ form }: DocumentListKind, { left, address: { query, turn } }: DocumentListState) =>
  left && left.total > 0 && (
    <ListFooter total={left.total} query={query} onTurn={turn}>
      {left.amount && !(form && form.amount === undefined) && <Sum amount={left.amount} />}
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

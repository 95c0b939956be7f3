import type { DocumentRow } from '#approval/wire/document-row.ts'
import { isWhollyEmpty } from '../list/use-list-query.ts'
import { useIsMobile } from '../parts/use-media.ts'
import { ErrorState } from '../states/ErrorState.tsx'
import type { DocumentColumn } from './columns/column.ts'
import type { ColumnChoice } from './columns/use-columns.ts'
import { DocumentRows } from './rows/DocumentRows.tsx'
import { DocumentTable } from './rows/DocumentTable.tsx'
import { EmptyList } from './EmptyList.tsx'
import type { DocumentListKind } from './lists.ts'
import { PullToRefresh } from './phone/PullToRefresh.tsx'
import type { Triage } from './triage/use-triage.ts'
import type { DocumentListState } from './use-listing.ts'

interface DocumentListViewProps {
  readonly list: DocumentListKind
  readonly listing: DocumentListState
  readonly columns: readonly DocumentColumn[]
  readonly choice: ColumnChoice
  readonly triage: Triage
  /** Only in the list of the reader's tasks. */
  readonly onPass?: ((row: DocumentRow) => void) | undefined
}

/** The rows as the width allows: a table, two lines each, or what is said where there are none. */
export function DocumentListView(
  { list, listing: { rows, answer, left, address: { filter, query, sort, hasFilters } }, columns, choice, triage, onPass }:
    DocumentListViewProps,
) {
  const isMobile = useIsMobile()
  const isRefreshing = answer.isPlaceholderData
  if (answer.isError && !rows) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (isWhollyEmpty({ rows, total: left?.total }, query))
    return <EmptyList list={list} hasFilters={hasFilters} onReset={() => filter({})} />
  // the rows of a page beyond the last one are on their way
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

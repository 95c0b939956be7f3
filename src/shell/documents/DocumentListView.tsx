import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { useListQuery } from '../list/use-list-query.ts'
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
import type { useDocuments } from './use-documents.ts'

interface DocumentListViewProps {
  readonly list: DocumentListKind
  readonly rows: readonly DocumentRow[] | undefined
  readonly answer: ReturnType<typeof useDocuments>
  readonly address: ReturnType<typeof useListQuery>
  readonly columns: readonly DocumentColumn[]
  readonly choice: ColumnChoice
  readonly triage: Triage
  /** Only in the list of the reader's tasks. */
  readonly onPass?: ((row: DocumentRow) => void) | undefined
}

/** The rows as the width allows: a table, two lines each, or what is said where there are none. */
export function DocumentListView(
  { list, rows, answer, address: { filter, sort, hasFilters }, columns, choice, triage, onPass }: DocumentListViewProps,
) {
  const isMobile = useIsMobile()
  const isRefreshing = answer.isPlaceholderData
  if (answer.isError && !rows) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (rows?.length === 0) return <EmptyList list={list} hasFilters={hasFilters} onReset={() => filter({})} />
  if (isMobile)
    return (
      <>
        <PullToRefresh />
        <DocumentRows list={list} rows={rows} isRefreshing={isRefreshing} onPass={onPass} onOpen={triage.opening} />
      </>
    )
  return (
    <DocumentTable list={list} rows={rows} columns={columns} choice={choice} triage={triage} isRefreshing={isRefreshing} onSort={sort} />
  )
}

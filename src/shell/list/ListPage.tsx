import { Button } from 'antd'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { Page } from '../parts/Page.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState, StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import { ListFooter } from './ListFooter.tsx'
import { SearchForm, SearchSkeleton } from './SearchForm.tsx'
import type { SearchField } from './search-field.ts'
import { useExistingPage, type useListQuery } from './use-list-query.ts'

/** A page of rows, as a query returns it. */
interface ListAnswer<Row> {
  readonly isError: boolean
  readonly error: unknown
  /** Rows of other filters or of another page are still displayed. */
  readonly isPlaceholderData?: boolean
  /** Absent while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly total?: number
  refetch(): unknown
}

interface ListRowsProps<Row> {
  /** Absent if the rows have no filters. */
  readonly list?: Pick<ReturnType<typeof useListQuery>, 'hasFilters' | 'reset'>
  readonly answer: ListAnswer<Row>
  /** Column widths and number of rows of the skeleton. */
  readonly skeleton: { readonly columns: readonly (number | string)[]; readonly rows?: number }
  /** Displayed if the list has no rows at all. */
  readonly empty: { readonly title: string; readonly text?: string }
  /** Displayed if no row matches the filters; a general text by default. */
  readonly noMatch?: { readonly title: string; readonly text?: string }
  /** Renders the rows. */
  children(rows: readonly Row[], isRefreshing: boolean): ReactNode
}

export interface ListPageProps<Row> extends Omit<ListRowsProps<Row>, 'list'> {
  readonly title: ReactNode
  /** Right of the title: at most three buttons, one of them primary. */
  readonly actions?: ReactNode
  readonly list: ReturnType<typeof useListQuery>
  /** The fields of the search form. */
  readonly search?: readonly SearchField[]
  /** Below the title, in place of the search form. */
  readonly head?: ReactNode
  /** Above the rows. */
  readonly above?: ReactNode
  /** Below the rows. */
  readonly below?: ReactNode
  /** A column beside the rows, e.g. the preview. */
  readonly rail?: ComponentProps<typeof Page>['rail']
  /** In the footer after the number of rows: their sum. */
  readonly sum?: ReactNode
  /** Dialogs of the page. */
  readonly dialog?: ReactNode
  /** On a phone, omits the title between the top bar and the rows. */
  readonly isList?: boolean
}

/** A list page: title, search form, rows with their loading, error and empty states, and pager; the address contains the query. */
export function ListPage<Row>(
  { title, actions, search, head, above, below, rail, sum, dialog, isList, list, ...rows }: ListPageProps<Row>,
) {
  const { total = 0 } = rows.answer
  useExistingPage({ ...list.query, turn: list.turn }, { total, rows: rows.answer.rows,
    isPlaceholderData: rows.answer.isPlaceholderData ?? false })
  return (
    <Page title={title} actions={actions} isList={isList} rail={rail}
      footer={total > 0 && <ListFooter total={total} query={list.query} onTurn={list.turn}>{sum}</ListFooter>}
      head={head ?? (search && (
        <Suspense fallback={<SearchSkeleton fields={search.length} />}>
          <SearchForm fields={search} values={list.query.filters} onSearch={list.filter} />
        </Suspense>
      ))}
    >
      {above}
      <ListRows list={list} {...rows} />
      {below}
      {dialog}
    </Page>
  )
}

/** The rows, or their state: loading, failed, empty, or without a match. */
export function ListRows<Row>(
  { list, answer: { isError, error, rows, total = 0, isPlaceholderData = false, refetch }, skeleton, empty, noMatch, children }:
    ListRowsProps<Row>,
) {
  const waiting = <RowsSkeleton {...skeleton} />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  // a page beyond the last one: `useExistingPage` goes to the last one
  if (!rows || (rows.length === 0 && total > 0)) return waiting
  return rows.length > 0
    ? <Suspense fallback={waiting}>{children(rows, isPlaceholderData)}</Suspense>
    : <NoRows list={list} empty={empty} noMatch={noMatch} />
}

/** An empty list, with a button that resets the filters if any are set. */
export function NoRows({ list, empty, noMatch }: Pick<ListRowsProps<never>, 'list' | 'empty' | 'noMatch'>) {
  const { t } = useText()
  if (!list?.hasFilters) return <StateView illustration="empty" title={empty.title} text={empty.text} role="status" />
  const { title, text } = noMatch ?? { title: t('empty.noMatch'), text: t('empty.noMatchText') }
  return (
    <StateView illustration="search" title={title} text={text} role="status">
      <Button onClick={list.reset}>{t('list.reset')}</Button>
    </StateView>
  )
}

/** Converts the answer of a paged query. */
export const listed = <Row,>(
  { data, ...answer }: { readonly data: { readonly records: readonly Row[]; readonly total: number } | undefined } & Omit<ListAnswer<Row>,
    'rows' | 'total'>,
): ListAnswer<Row> => ({
  ...answer,
  rows: data?.records,
  total: data?.total,
})

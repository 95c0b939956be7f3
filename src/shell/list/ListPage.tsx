import { Button } from 'antd'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { Page } from '../parts/Page.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { ErrorState } from '../states/ErrorState.tsx'
import { StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import { ListFooter } from './ListFooter.tsx'
import { SearchForm } from './SearchForm.tsx'
import type { SearchField } from './search-field.ts'
import { SearchSkeleton } from './SearchSkeleton.tsx'
import { useExistingPage, type useListQuery } from './use-list-query.ts'

/** A page of rows as a query answers it. */
interface ListAnswer<Row> {
  readonly isError: boolean
  readonly error: unknown
  /** Rows of other filters or of another page are still shown. */
  readonly isPlaceholderData?: boolean
  /** Absent while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly total?: number
  refetch(): unknown
}

interface ListRowsProps<Row> {
  /** Absent where nothing narrows the rows. */
  readonly list?: Pick<ReturnType<typeof useListQuery>, 'hasFilters' | 'reset'>
  readonly answer: ListAnswer<Row>
  /** Widths of the columns and number of rows that stand in for them while they load. */
  readonly skeleton: { readonly columns: readonly (number | string)[]; readonly rows?: number }
  /** Shown where there is nothing at all. */
  readonly empty: { readonly title: string; readonly text?: string }
  /** Shown where no row matches; the product's own words where this is left out. */
  readonly noMatch?: { readonly title: string; readonly text?: string }
  /** Draws the rows. */
  children(rows: readonly Row[], isRefreshing: boolean): ReactNode
}

export interface ListPageProps<Row> extends Omit<ListRowsProps<Row>, 'list'> {
  readonly title: ReactNode
  /** Right of the title: at most three buttons, one of them primary. */
  readonly actions?: ReactNode
  readonly list: ReturnType<typeof useListQuery>
  /** The fields of the search form. */
  readonly search?: readonly SearchField[]
  /** Under the title where there is no search form, or one of another shape. */
  readonly head?: ReactNode
  /** Above the rows. */
  readonly above?: ReactNode
  /** Below the rows. */
  readonly below?: ReactNode
  /** A column beside the rows: a reading pane. */
  readonly rail?: ComponentProps<typeof Page>['rail']
  /** In the footer, after the number of rows: their sum. */
  readonly sum?: ReactNode
  /** Dialogs of the page. */
  readonly dialog?: ReactNode
  /** On a phone nothing stands between the bar and the rows. */
  readonly isList?: boolean
}

/** A page that is a list: title, search, rows with their states, and pages; the address keeps what is searched for. */
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

/** Rows, or why there are none: they load, could not be read, do not exist, or do not match. */
export function ListRows<Row>(
  { list, answer: { isError, error, rows, total = 0, isPlaceholderData = false, refetch }, skeleton, empty, noMatch, children }:
    ListRowsProps<Row>,
) {
  const waiting = <RowsSkeleton {...skeleton} />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  // a page beyond the last one, which is turned to
  if (!rows || (rows.length === 0 && total > 0)) return waiting
  return rows.length > 0
    ? <Suspense fallback={waiting}>{children(rows, isPlaceholderData)}</Suspense>
    : <NoRows list={list} empty={empty} noMatch={noMatch} />
}

/** An empty list; where filters are set, with a button that resets them. */
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

/** The page of rows that a query answers. */
export const listed = <Row,>(
  { data, ...answer }: { readonly data: { readonly records: readonly Row[]; readonly total: number } | undefined } & Omit<ListAnswer<Row>,
    'rows' | 'total'>,
): ListAnswer<Row> => ({
  ...answer,
  rows: data?.records,
  total: data?.total,
})

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useHttp } from '../backend.ts'
import { ListFooter } from '../list/ListFooter.tsx'
import { SearchForm } from '../list/SearchForm.tsx'
import { useListQuery } from '../list/use-list-query.ts'
import { Money } from '../parts/Money.tsx'
import { Page } from '../parts/Page.tsx'
import { useIsMobile } from '../parts/use-media.ts'
import { ErrorState } from '../states/ErrorState.tsx'
import { useTabTitle } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { DocumentRows } from './DocumentRows.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import { EmptyList } from './EmptyList.tsx'
import { documentLists, listCall, type DocumentListKind, type DocumentPage } from './lists.ts'
import { ListTabs } from './ListTabs.tsx'
import { bodyOf } from './body.ts'
import { useSearchFields } from './search-fields.tsx'

/** To-do, handled, initiated, copied and all documents: one page, one open tab. */
export function DocumentsPage() {
  const { pathname } = useLocation()
  const list = documentLists.find(({ path }) => path === pathname) ?? documentLists[0]
  return list ? <DocumentList key={list.name} list={list} /> : null
}

function DocumentList({ list }: { list: DocumentListKind }) {
  const { t, label } = useText()
  const address = useListQuery()
  const { query, filter, turn } = address
  const fields = useSearchFields(list)
  const answer = useDocuments(list, bodyOf(query))
  const title = list.title ?? list
  useTabTitle(title)

  const page = answer.data
  return (
    <Page
      title={label(title)}
      head={
        <>
          <ListTabs here={list} />
          <SearchForm fields={fields} values={query.filters} onSearch={filter} />
        </>
      }
      footer={page && page.total > 0 && (
        <ListFooter total={page.total} query={query} onTurn={turn}>
          {page.amount && <> · {t('list.sum')} <strong><Money value={page.amount} /></strong></>}
        </ListFooter>
      )}
    >
      <Listed list={list} answer={answer} address={address} />
    </Page>
  )
}

interface ListedProps {
  readonly list: DocumentListKind
  readonly answer: ReturnType<typeof useDocuments>
  readonly address: ReturnType<typeof useListQuery>
}

function Listed({ list, answer, address: { query, filter, sort, hasFilters } }: ListedProps) {
  const isMobile = useIsMobile()
  const page = answer.data
  const isRefreshing = answer.isPlaceholderData
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (page?.records.length === 0) return <EmptyList list={list} hasFilters={hasFilters} onReset={() => filter({})} />
  if (isMobile) return <DocumentRows isTodo={list.name === 'todo'} page={page} isRefreshing={isRefreshing} />
  return <DocumentTable list={list} page={page} query={query} isRefreshing={isRefreshing} onSort={sort} />
}

function useDocuments(list: DocumentListKind, body: Readonly<Record<string, unknown>>) {
  const http = useHttp()
  return useQuery({
    queryKey: ['documents', list.name, body],
    queryFn: ({ signal }) => http.query<DocumentPage>(listCall(list), body, { signal }),
    placeholderData: keepPreviousData,
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { usePostingActions } from '#shell/detail/notices/use-posting.tsx'
import { useCursor } from '#shell/documents/triage/use-cursor.ts'
import { useSelection } from '#shell/documents/triage/use-selection.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { withValue } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { useText } from '#shell/text.tsx'
import type { PostingPage } from '../wire.ts'
import { BatchBar } from './BatchBar.tsx'
import { Figures } from './Figures.tsx'
import { KeyHints } from './KeyHints.tsx'
import { PostingCards } from './PostingCards.tsx'
import { PostingFilters } from './PostingFilters.tsx'
import { PostingTable } from './PostingTable.tsx'
import { exportQuery, figuresQuery, isShownState, postingsQuery } from './query.ts'
import { usePostingText } from './text.ts'
import { usePostingKeys } from './use-posting-keys.ts'
import './postings.css'

const filterNames: readonly string[] = ['keyword', 'state', 'type', 'days']

const exported = { cn: '过账中心', en: 'Postings' }

/** The postings of documents to other systems: how far each line is, why one was refused, and what may be done about it. */
export function PostingCentrePage() {
  const { t } = usePostingText()
  const list = useListQuery(filterNames)
  const answer = useQuery({ ...postingsQuery(useHttp(), list.query), placeholderData: keepPreviousData })
  return (
    <ListPage isList title={t('title')} list={list} answer={listed(answer)}
      actions={<ExportButton path="/workflow/posting" title={exported} query={exportQuery(list.query)} />}
      head={<Head list={list} isUnderWay={isUnderWay(answer.data)} />} sum={<Sum amount={answer.data?.amount} />}
      skeleton={{ columns: [20, 130, '30%', 100, 90, 100, 90, 110] }} empty={{ title: t('empty'), text: t('emptyText') }}
      noMatch={{ title: t('noMatch') }}
    >
      {(rows, isRefreshing) => <Lines rows={rows} isRefreshing={isRefreshing} />}
    </ListPage>
  )
}

const isUnderWay = (page: PostingPage | undefined): boolean =>
  page?.records.some(({ state }) => state === 'sent' || state === 'waiting') === true

type List = ReturnType<typeof useListQuery>

/** Milliseconds between two requests for figures while something is under way. */
const pace = 8_000

function Head({ list: { query, filter }, isUnderWay }: { readonly list: List; readonly isUnderWay: boolean }) {
  const { data } = useQuery({ ...figuresQuery(useHttp()), refetchInterval: isUnderWay ? pace : false })
  const state = query.filters['state']
  return (
    <>
      {data
        ? (
          <Figures figures={data.states} state={isShownState(state) ? state : undefined}
            onFilter={(chosen) => filter(withValue(query.filters, 'state', chosen))} />
        )
        : <div className="oa-posting-figures is-waiting" />}
      <PostingFilters filters={query.filters} figures={data} onFilter={filter} />
    </>
  )
}

/** The lines, gone through with the mouse, the finger or the keys. */
function Lines({ rows, isRefreshing }: { readonly rows: PostingPage['records']; readonly isRefreshing: boolean }) {
  const isMobile = useIsMobile()
  const [opened, setOpened] = useState<string>()
  const cursor = useCursor(rows.map(({ id }) => id))
  const selection = useSelection(rows.filter(({ state }) => state === 'refused').map(({ id }) => id))
  const actions = usePostingActions()
  usePostingKeys({ rows, cursor, selection, opened, onOpen: setOpened })
  const shared = { rows, opened, actions, isRefreshing, onOpen: setOpened }
  if (isMobile) return <PostingCards {...shared} />
  return (
    <div className={selection.ids.size > 0 ? 'has-batch' : undefined}>
      <PostingTable {...shared} cursor={cursor} selection={selection} />
      <BatchBar rows={rows} selection={selection} actions={actions} />
    </div>
  )
}

/** The sum of the lines, and the keys. */
function Sum({ amount = '0' }: { readonly amount: string | undefined }) {
  const { t } = useText()
  return (
    <>
      {Number(amount) !== 0 && (
        <>
          {' '}· {t('list.sum')}{' '}
          <strong>
            <Money value={amount} />
          </strong>
        </>
      )}
      <KeyHints />
    </>
  )
}

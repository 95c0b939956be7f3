import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Segmented, Select } from 'antd'
import { CheckOutlined, CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { canPosting } from '#kernel/postings.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { DaysField } from '#fields/moments/family.tsx'
import { useHttp } from '#shell/backend.ts'
import { type PostingActions, usePostingActions } from '#shell/detail/notices/use-posting.tsx'
import { type Cursor, type RowSelection, useCursor, useSelection } from '#shell/documents/triage/use-selection.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { withValue } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { useIsMobile, useMedia } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { useText } from '#shell/text.tsx'
import { useKeys, useLetterKeys } from '#shell/keys.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import '#shell/documents/batch/batch.css'
import { may } from '#providers/permissions.ts'
import type { PostingFigure, PostingFigures, PostingPage, PostingRow } from '../wire.ts'
import { type PostingListProps, PostingTable, postingTitle, StateWord } from './PostingTable.tsx'
import { exportQuery, figuresQuery, isShownState, OpenedLine, postingsQuery, type ShownState, shownStates } from './OpenedLine.tsx'
import { usePostingText } from './texts.ts'
import './postings.css'

const filterNames: readonly string[] = ['keyword', 'state', 'type', 'days']

const exported = { cn: '过账中心', en: 'Postings' }

/** Posting centre: postings of documents to other systems with their states, refusals and actions. */
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

/** Polling interval for the figures while a posting is pending, in ms. */
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
        : <div className="oa-posting-figures is-waiting line-bottom line-top grid rigid" />}
      <PostingFilters filters={query.filters} figures={data} onFilter={filter} />
    </>
  )
}

/** Postings of the page: a table with keyboard navigation and batch actions, or cards on a phone. */
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

/** Number and total amount of the postings, with the keyboard hints. */
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

/** Keyboard hints, on wide screens with a pointer and with letter shortcuts enabled. */
function KeyHints() {
  const { t } = usePostingText()
  const hasLetters = useLetterKeys()
  const hasRoom = useMedia('(min-width: 1180px) and (hover: hover)')
  if (!hasLetters || !hasRoom) return null
  return (
    <span className="oa-posting-keys muted" aria-hidden>
      <kbd>J</kbd> <kbd>K</kbd> {t('keyMove')} <kbd>Enter</kbd> {t('keyOpen')} <kbd>X</kbd> {t('keySelect')}
    </span>
  )
}

interface PostingKeys {
  readonly rows: readonly PostingRow[]
  readonly cursor: Cursor
  readonly selection: RowSelection
  readonly opened: string | undefined
  onOpen(id: string | undefined): void
}

/** Keyboard shortcuts: J and K move, Enter opens, X selects; Escape closes the details, then clears the selection, then the cursor. */
function usePostingKeys({ rows, cursor, selection, opened, onOpen }: PostingKeys): void {
  const current = rows[cursor.index]
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    Escape: () => {
      if (opened !== undefined) onOpen(undefined)
      else if (selection.ids.size > 0) selection.clear()
      else cursor.to(undefined)
    },
    ...(current && {
      Enter: () => onOpen(current.id === opened ? undefined : current.id),
      x: () => selection.toggle(current.id),
      X: () => selection.reach(current.id),
    }),
  })
}

interface PostingFiltersProps {
  readonly filters: ListQuery['filters']
  readonly figures: PostingFigures | undefined
  onFilter(filters: ListQuery['filters']): void
}

/** Filters by keyword, document type, date and state. */
function PostingFilters({ filters, figures, onFilter }: PostingFiltersProps) {
  const { t, name } = usePostingText()
  const id = useId()
  const set = (key: string, value: string | undefined) => onFilter(withValue(filters, key, value))
  const refused = figures?.states.refused.count ?? 0
  return (
    <div className="oa-posting-filters row rigid gap-8 pad-12-24-4" role="search">
      <SearchBox label={t('search')} value={filters['keyword']} onSearch={(keyword) => set('keyword', keyword)} />
      <Select allowClear aria-label={t('type')} placeholder={t('type')} value={filters['type']} popupMatchSelectWidth={false}
        onChange={(type: string | undefined) => set('type', type)}
        options={(figures?.types ?? []).map(({ type, form }) => ({ value: type, label: name(form) }))} />
      <DaysField id={`${id}-days`} label={t('days')} value={filters['days']} onChange={(days) => set('days', days)} />
      <Segmented aria-label={t('state')} value={filters['state'] ?? ''} onChange={(state) => set('state', state)}
        options={[{ value: '', label: t('all') }, ...(Object.keys(shownStates) as ShownState[]).map((state) => ({ value: state, label: (
          <>
            {t(state)}
            {state === 'refused' && refused > 0 && <span className="num">{' '}{refused}</span>}
          </>
        ) }))]} />
    </div>
  )
}

/** Postings as cards on a phone: object and amount, then document and state; a tap toggles the details. */
function PostingCards({ rows, opened, actions, isRefreshing, onOpen }: Omit<PostingListProps, 'cursor' | 'selection'>) {
  return (
    <ul className="oa-posting-cards" aria-busy={isRefreshing}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" className="plain" aria-expanded={row.id === opened}
            onClick={() => onOpen(row.id === opened ? undefined : row.id)}
          >
            <Card row={row} />
          </button>
          {row.id === opened && <OpenedLine id={row.id} actions={actions} />}
        </li>
      ))}
    </ul>
  )
}

function Card({ row }: { readonly row: PostingRow }) {
  const { t, name } = usePostingText()
  return (
    <>
      <DocumentTitle row={postingTitle(row)} />
      <span>{row.amount !== null && <Money value={row.amount} />}</span>
      <span className="second cut">
        <span className="num">{row.number}</span> · {name(row.what)}
      </span>
      <span>
        {row.posted !== null && <span className="num second">{row.posted}</span>} <StateWord row={{ ...row, waitsFor: null }} />
      </span>
      {row.waitsFor !== null && <span className="oa-posting-waits">{t('waitsFor', { who: name(row.waitsFor) })}</span>}
    </>
  )
}

interface BatchBarProps {
  readonly rows: readonly PostingRow[]
  readonly selection: RowSelection
  readonly actions: PostingActions
}

/** Batch actions on the selected refused postings. */
function BatchBar({ rows, selection, actions }: BatchBarProps) {
  const { t } = usePostingText()
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  if (selected.length === 0) return null
  const ids = selected.map(({ id }) => id)
  return (
    <div className="oa-batch row round-10 raised gap-4 absolute nowrap" role="group" aria-label={t('batch')}>
      <span role="status" className="num">{t('selected', { count: ids.length })}</span>
      <span className="oa-batch-sum">
        <Money value={sumMoney(selected.map(({ amount }) => amount)).toFixed(2)} />
      </span>
      {may(canPosting.handle) && (
        <button type="button" onClick={() => actions.handle(ids)}>
          <CheckOutlined aria-hidden /> {t('handle')}
        </button>
      )}
      {may(canPosting.retry) && (
        <button type="button" className="is-main" onClick={() => actions.retry(ids)}>
          <ReloadOutlined aria-hidden /> {t('retry')}
        </button>
      )}
      <button type="button" className="is-close" aria-label={t('clear')} data-tip={t('clear')} onClick={selection.clear}>
        <CloseOutlined aria-hidden />
      </button>
    </div>
  )
}

interface FiguresProps {
  readonly figures: PostingFigures['states']
  readonly state: ShownState | undefined
  onFilter(state: ShownState | undefined): void
}

/** Number of pending, posted, refused and handled postings with a chart of the last 7 days; a click toggles the filter. */
const Figures = ({ figures, state, onFilter }: FiguresProps) => (
  <div className="oa-posting-figures line-bottom line-top grid rigid">
    {(Object.keys(shownStates) as ShownState[]).map((each) => (
      <Figure key={each} state={each} figure={together(shownStates[each].map((part) => figures[part]))} isChosen={state === each}
        onChoose={() => onFilter(state === each ? undefined : each)} />
    ))}
  </div>
)

interface FigureProps {
  readonly state: ShownState
  readonly figure: PostingFigure
  readonly isChosen: boolean
  onChoose(): void
}

function Figure({ state, figure, isChosen, onChoose }: FigureProps) {
  const { t } = usePostingText()
  const tallest = Math.max(...figure.days, 1)
  return (
    <button type="button" className="plain oa-posting-figure grid line-18 narrow gap-0-12" data-state={state} aria-pressed={isChosen}
      title={t('filterBy', { state: t(state) })} onClick={onChoose}
    >
      <span className="second">{t(state)}</span>
      <span>
        <strong className="num bold" data-none={figure.count === 0 || undefined}>{figure.count.toLocaleString('en')}</strong>
        {Number(figure.amount) !== 0 && (
          <small className="second small">
            <Money value={figure.amount} decimals={0} />
          </small>
        )}
      </span>
      <span className="second small">
        <Note state={state} figure={figure} />
      </span>
      <span className="oa-posting-days" aria-hidden>
        {figure.days.map((count, index) => <i key={index} style={{ height: `${Math.max(4, (count / tallest) * 100)}%` }} />)}
        <small className="second small span-all text-right">{t('week')}</small>
      </span>
    </button>
  )
}

function Note({ state, figure: { count, next, oldest, seconds } }: { readonly state: ShownState; readonly figure: PostingFigure }) {
  const { t } = usePostingText()
  const span = useSpan()
  if (state === 'waiting') return count === 0 || next === null ? t('nothingWaits') : t('next', { time: next.slice(11, 16) })
  if (state === 'posted') return seconds === null ? t('thisMonth') : t('average', { time: span(seconds) })
  if (state === 'refused') return oldest === null ? t('nothingRefused') : t('oldest', { date: oldest.slice(5, 10) })
  return t('byHand')
}

/** Formats seconds in the largest fitting unit. */
function useSpan() {
  const { t } = usePostingText()
  return (seconds: number) => {
    if (seconds < 60) return t('seconds', { count: Math.max(1, seconds) })
    return seconds < 3_600 ? t('minutes', { count: Math.round(seconds / 60) }) : t('hours', { count: Math.round(seconds / 3_600) })
  }
}

/** Sums the figures of states that are shown as one group. */
function together(figures: readonly PostingFigure[]): PostingFigure {
  const [first, ...others] = figures
  return others.reduce((sum, each) => ({
    count: sum.count + each.count,
    amount: sumMoney([sum.amount, each.amount]).toFixed(2),
    oldest: [sum.oldest, each.oldest].filter((day) => day !== null).toSorted()[0] ?? null,
    next: [sum.next, each.next].filter((time) => time !== null).toSorted()[0] ?? null,
    seconds: sum.seconds,
    days: sum.days.map((count, index) => count + (each.days[index] ?? 0)),
  }), first!)
}

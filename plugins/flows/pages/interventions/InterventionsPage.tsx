import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useNavigate } from 'react-router'
import { interventionLabels, interventions } from '#approval/interventions.ts'
import { interventionLists, type InterventionRow } from '#approval/wire/intervention.ts'
import { useHttp } from '#shell/backend.ts'
import { useCursor } from '#shell/documents/triage/use-cursor.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { asDecision, useKeys, useLetterKeys } from '#shell/keys.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { withValue } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { useMedia } from '#shell/parts/use-media.ts'
import { InterventionItem } from './InterventionItem.tsx'
import { useInterventionText } from './text.ts'
import { interventionsKey, useSettling } from './use-settling.tsx'
import './interventions.css'

const filterNames: readonly string[] = ['keyword', 'action']
const kept: readonly string[] = ['list']

/** The interventions in documents that move money: those that wait for the reader, their own, and those that have ended. */
export function InterventionsPage() {
  const { t } = useInterventionText()
  const http = useHttp()
  const list = useListQuery(filterNames, kept)
  const { filters, current, size } = list.query
  const shown = interventionLists.find((each) => each === filters['list']) ?? 'waiting'
  const body = { list: shown, current, size, ...(filters['keyword'] && { keyword: filters['keyword'] }),
    ...(filters['action'] && { action: filters['action'] }) }
  const answer = useQuery({ queryKey: [...interventionsKey, body], placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.query<{ records: readonly InterventionRow[]; total: number }>('/workflow/intervention/page', body, { signal }) })
  return (
    <ListPage isList title={t('title')} list={list} answer={listed(answer)} head={<Filters filters={filters} onFilter={list.filter} />}
      skeleton={{ columns: ['30%', '50%'], rows: 4 }} noMatch={{ title: t('noMatch') }} sum={<KeyHints />}
      empty={shown === 'waiting' ? { title: t('empty'), text: t('emptyText') } : { title: t('noMatch') }}
    >
      {(rows, isRefreshing) => <Items rows={rows} isRefreshing={isRefreshing} />}
    </ListPage>
  )
}

interface FiltersProps {
  readonly filters: ListQuery['filters']
  onFilter(filters: ListQuery['filters']): void
}

function Filters({ filters, onFilter }: FiltersProps) {
  const { t, label } = useInterventionText()
  const set = (key: string, value: string | undefined) => onFilter(withValue(filters, key, value))
  return (
    <div className="oa-intervention-filters" role="search">
      <Segmented aria-label={t('lists')} value={filters['list'] ?? 'waiting'} onChange={(list) => set('list', list)}
        options={interventionLists.map((value) => ({ value, label: t(value) }))} />
      <SearchBox label={t('search')} value={filters['keyword']} onSearch={(keyword) => set('keyword', keyword)} />
      <Select allowClear aria-label={t('action')} placeholder={t('action')} value={filters['action']} popupMatchSelectWidth={false}
        onChange={(action: string | undefined) => set('action', action)}
        options={interventions.map((value) => ({ value, label: label(interventionLabels[value]) }))} />
    </div>
  )
}

/** The proposals, gone through with the mouse, the finger or the keys. */
function Items({ rows, isRefreshing }: { readonly rows: readonly InterventionRow[]; readonly isRefreshing: boolean }) {
  const linkOf = useDocumentLink()
  const navigate = useNavigate()
  const cursor = useCursor(rows.map(({ id }) => id))
  const settling = useSettling()
  const link = (row: InterventionRow) => linkOf({ businessType: row.type, procInstId: row.document, routeName: '' })
  const current = rows[cursor.index]
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    Escape: () => cursor.to(undefined),
    ...(current && { Enter: () => void navigate(link(current)) }),
    ...(current?.mayConfirm && { y: asDecision(() => settling.confirm(current)), n: asDecision(() => settling.decline(current)) }),
  })
  return (
    <ul className="oa-interventions" aria-busy={isRefreshing}>
      {rows.map((row) => <InterventionItem key={row.id} row={row} link={link(row)} isCurrent={row.id === current?.id}
        settling={settling} />
      )}
    </ul>
  )
}

/** The keys by which proposals are gone through, where there is room and a keyboard. */
function KeyHints() {
  const { t } = useInterventionText()
  const hasLetters = useLetterKeys()
  const hasRoom = useMedia('(min-width: 1180px) and (hover: hover)')
  if (!hasLetters || !hasRoom) return null
  return (
    <span className="oa-intervention-keys" aria-hidden>
      <kbd>J</kbd> <kbd>K</kbd> {t('keyMove')} <kbd>Enter</kbd> {t('keyOpen')} <kbd>Y</kbd> {t('keyConfirm')} <kbd>N</kbd> {t('keyDecline')}
    </span>
  )
}

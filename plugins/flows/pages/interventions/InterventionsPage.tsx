import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Select, Button } from 'antd'
import { useNavigate, Link } from 'react-router'
import { useEffect, useRef } from 'react'
import { interventionLabels, interventions, type InterventionState } from '#approval/interventions.ts'
import { type InterventionList, interventionLists, type InterventionRow } from '#approval/wire/intervention.ts'
import { may } from '#providers/permissions.ts'
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
import { nameOf } from '#kernel/wording/names.ts'
import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import { Money } from '#shell/parts/Money.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { can, canIntervention } from '../../permissions.ts'
import { useInterventionText } from './text.ts'
import { interventionsKey, useSettling, type InterventionActions, useWords } from './use-settling.tsx'
import './interventions.css'

const filterNames: readonly string[] = ['keyword', 'action']
const kept: readonly string[] = ['list']

/** The interventions in documents that move money: those that wait for the reader, their own, and those that have ended. */
export function InterventionsPage() {
  const { t } = useInterventionText()
  const http = useHttp()
  const list = useListQuery(filterNames, kept)
  const { filters, current, size } = list.query
  const offered = offeredLists()
  const shown = offered.find((each) => each === filters['list']) ?? offered[0] ?? 'mine'
  const body = { list: shown, current, size, ...(filters['keyword'] && { keyword: filters['keyword'] }),
    ...(filters['action'] && { action: filters['action'] }) }
  const answer = useQuery({ queryKey: [...interventionsKey, body], placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.query<{ records: readonly InterventionRow[]; total: number }>('/workflow/intervention/page', body, { signal }) })
  return (
    <ListPage isList title={t('title')} list={list} answer={listed(answer)}
      head={<Filters filters={filters} shown={shown} offered={offered} onFilter={list.filter} />}
      skeleton={{ columns: ['30%', '50%'], rows: 4 }} noMatch={{ title: t('noMatch') }} sum={<KeyHints />}
      empty={shown === 'waiting' ? { title: t('empty'), text: t('emptyText') } : { title: t('noMatch') }}
    >
      {(rows, isRefreshing) => <Items rows={rows} isRefreshing={isRefreshing} />}
    </ListPage>
  )
}

/** Every list for those who may confirm; for others, who may only void, their own. */
function offeredLists(): readonly InterventionList[] {
  return may(canIntervention.confirm) || may(can.admin) ? interventionLists : ['mine']
}

interface FiltersProps {
  readonly filters: ListQuery['filters']
  readonly shown: InterventionList
  readonly offered: readonly InterventionList[]
  onFilter(filters: ListQuery['filters']): void
}

function Filters({ filters, shown, offered, onFilter }: FiltersProps) {
  const { t, label } = useInterventionText()
  const set = (key: string, value: string | undefined) => onFilter(withValue(filters, key, value))
  return (
    <div className="oa-intervention-filters" role="search">
      {offered.length > 1 && (
        <Segmented aria-label={t('lists')} value={shown} onChange={(list) => set('list', list)}
          options={offered.map((value) => ({ value, label: t(value) }))} />
      )}
      <SearchBox label={t('search')} value={filters['keyword']} onSearch={(keyword) => set('keyword', keyword)} />
      <Select allowClear aria-label={t('action')} placeholder={t('action')} value={filters['action']} popupMatchSelectWidth={false}
        onChange={(action: string | undefined) => set('action', action)}
        options={interventions.map((value) => ({ value, label: label(interventionLabels[value]) }))} />
    </div>
  )
}

/** The list of proposals with a keyboard cursor. */
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

const tones = { waiting: 'orange', confirmed: 'teal', declined: 'red', withdrawn: 'grey', lapsed: 'grey',
  expired: 'grey' } as const satisfies Record<InterventionState, string>

interface ItemProps {
  readonly row: InterventionRow
  readonly link: string
  readonly isCurrent: boolean
  readonly settling: InterventionActions
}

/** A proposal with its document, action, reason, proposer and expiry, and the buttons to settle it. */
function InterventionItem({ row, link, isCurrent, settling }: ItemProps) {
  const { t, name, label } = useInterventionText()
  const words = useWords()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isCurrent) return
    item.current?.focus({ preventScroll: true })
    item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const isWaiting = row.state === 'waiting'
  const who = words.whoCan(row)
  return (
    <li ref={item} tabIndex={-1} className={isCurrent ? 'is-current' : undefined} aria-current={isCurrent || undefined}>
      <div className="oa-intervention-head">
        <Pill tone={tones[row.state]}>{t(`${row.state}State`)}</Pill>
        <strong>{label(interventionLabels[row.action])}</strong>
        <Link className="num" to={link} aria-label={t('open', { number: row.number })}>{row.number}</Link>
        {row.amount !== null && (
          <span className="oa-intervention-amount">
            <Money value={row.amount} />
          </span>
        )}
      </div>
      <div className="oa-intervention-title">
        <DocumentTitle row={{ ...row, processName: nameOf(row.form, 'cn') }} />
        <span className="oa-quiet">{name(row.form)} · {t('initiatedBy', { name: name(row.initiator.name) })}</span>
      </div>
      <p className="oa-intervention-what">{words.what(row)}</p>
      <p className="oa-intervention-reason">{row.reason}</p>
      <div className="oa-intervention-foot">
        <span className="oa-quiet">
          {t('by', { name: name(row.proposer.name), time: row.proposedAt.slice(0, 16) })} ·{' '}
          {isWaiting ? t('until', { time: row.expiresAt.slice(0, 16) }) : words.ending(row)}
        </span>
        {row.mayConfirm && (
          <span className="oa-intervention-acts">
            <Button size="small" onClick={() => settling.decline(row)}>{t('decline')}</Button>
            <Button size="small" type="primary" onClick={() => settling.confirm(row)}>{t('confirm')}</Button>
          </span>
        )}
        {row.mayWithdraw && (
          <span className="oa-intervention-acts">
            <Button size="small" onClick={() => settling.withdraw(row)}>{t('withdraw')}</Button>
          </span>
        )}
      </div>
      {who !== undefined && <p className="oa-quiet">{who}</p>}
    </li>
  )
}

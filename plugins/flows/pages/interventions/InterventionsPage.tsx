import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Segmented, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { nameOf } from '#kernel/wording/names.ts'
import { interventionLabels, interventions, type InterventionState } from '#approval/interventions.ts'
import { type InterventionAnswer, type InterventionDecision, type InterventionList, interventionLists,
  type InterventionRow } from '#approval/wire/intervention.ts'
import type { NamedPerson } from '#approval/wire/person.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCursor } from '#shell/documents/triage/use-selection.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { asDecision, useKeys, useLetterKeys } from '#shell/keys.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { withValue } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { useMedia } from '#shell/parts/use-media.ts'
import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { useConfirm, useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { may } from '#providers/permissions.ts'
import { can, canIntervention } from '../../permissions.ts'
import './interventions.css'
import { allOf, DecideDialog, interventionsKey, touches, useInterventionText } from './DecideDialog.tsx'

/** Actions that settle a proposal; each asks for confirmation and shows its outcome. */
interface InterventionActions {
  confirm(row: InterventionRow): void
  decline(row: InterventionRow): void
  withdraw(row: InterventionRow): void
}

/** Returns how proposals are confirmed, declined and withdrawn. */
function useSettling(): InterventionActions {
  const { t } = useInterventionText()
  const words = useWords()
  const { reactions } = useBackend()
  const dialogs = useDialogs()
  const ask = useConfirm()
  const { run } = useCommand({ touches })
  const said = { confirmed: 'doneConfirmed', declined: 'doneDeclined', withdrawn: 'doneWithdrawn', lapsed: 'doneLapsed',
    expired: 'doneLapsed' } as const
  const send = (act: string, body: object) =>
    run((http) => http.post<InterventionAnswer>(`/workflow/intervention/${act}`, body), ({ outcome }) =>
      reactions.notify({ kind: outcome === 'lapsed' ? 'warning' : 'success', text: t(said[outcome]) }))
  const decline = async (row: InterventionRow) => {
    const { confirm } = await dialogs()
    let reason = ''
    const dialog = confirm({ title: t('declineAsk'), okText: t('decline'), okButtonProps: { danger: true, disabled: true },
      onOk: () => void send('decline', { id: row.id, reason: reason.trim() }),
      content: (
        <Input.TextArea autoFocus aria-label={t('declineReason')} placeholder={t('reasonNeeded')} maxLength={500} rows={3}
          onChange={({ target }) => {
            reason = target.value
            dialog.update({ okButtonProps: { danger: true, disabled: reason.trim() === '' } })
          }} />
      ) })
  }
  return {
    confirm: (row) =>
      void ask({ title: t('confirmAsk'), content: t('confirmText', { what: words.what(row) }), okText: t('confirm'), onOk: () =>
        void send('confirm', { id: row.id }) }),
    decline: (row) => void decline(row),
    withdraw: (row) =>
      void ask({ title: t('withdrawAsk'), content: words.what(row), okText: t('withdraw'), onOk: () =>
        void send('withdraw', { id: row.id }) }),
  }
}

/** Returns the sentences about a proposal: what would be done, who may confirm it, and how it ended. */
function useWords() {
  const { t, any, name, label } = useInterventionText()
  const nameOf = (person: NamedPerson | null) => name(person?.name ?? '')
  const names = (people: readonly NamedPerson[]) => people.map(nameOf).join(any('list.comma'))
  return {
    what({ action, step, target, holder, assignee }: InterventionRow): string {
      const blanks = { step: label(step), target: target ? label(target) : '', holder: nameOf(holder), assignee: nameOf(assignee) }
      if (action === 'skip' && holder) return t('skipHeld', blanks)
      return t(action === 'void' && step.cn === '' ? 'voidCompleted' : action, blanks)
    },
    /** For one's own waiting proposal: the people who may confirm it. */
    whoCan({ confirmation }: InterventionRow): string | undefined {
      if (!confirmation) return undefined
      const { confirmers, candidates } = confirmation
      if (confirmers.length > 0) return t('canConfirm', { names: names(confirmers) })
      return candidates.length > 0 ? t('nobody', { names: names(candidates) }) : t('nobodyAtAll')
    },
    /** The person who ended it, and the reason. */
    ending({ state, endedBy, endedAt, answer }: InterventionRow): string {
      const who = endedBy ? t('endedBy', { name: nameOf(endedBy), time: (endedAt ?? '').slice(0, 16) }) : ''
      const why = state === 'lapsed' ? t('lapsedWhy') : state === 'expired' ? t('expiredWhy') : (answer ?? '')
      return [who, why].filter(Boolean).join(' · ')
    },
  }
}

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
  const choice = useChoice()
  return (
    <ListPage isList title={t('title')} list={list} answer={listed(answer)}
      head={
        <Filters filters={filters} shown={shown} offered={offered} onFilter={(next) => {
          choice.clear()
          list.filter(next)
        }} />
      } skeleton={{ columns: ['30%', '50%'], rows: 4 }} noMatch={{ title: t('noMatch') }} sum={<KeyHints />}
      above={answer.data && <ChoiceBar {...answer.data} filters={body} choice={choice} />} dialog={choice.dialog}
      empty={shown === 'waiting' ? { title: t('empty'), text: t('emptyText') } : { title: t('noMatch') }}
    >
      {(rows, isRefreshing) => <Items rows={rows} isRefreshing={isRefreshing} choice={choice} />}
    </ListPage>
  )
}

type Chosen = ReadonlyMap<string, InterventionRow>

/** The chosen proposals with some added or taken out. */
function withChosen(chosen: Chosen, some: readonly InterventionRow[], isChosen: boolean): Chosen {
  const next = new Map(chosen)
  for (const row of some) {
    if (isChosen && row.mayConfirm) next.set(row.id, row)
    else next.delete(row.id)
  }
  return next
}

/** The proposals that are chosen for one decision. */
interface Choice {
  readonly chosen: Chosen
  /** The dialog of the decision and of its outcomes. */
  readonly dialog: ReactNode
  put(some: readonly InterventionRow[], isChosen: boolean): void
  clear(): void
  decide(decision: InterventionDecision): void
}

function useChoice(): Choice {
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [decision, decide] = useState<InterventionDecision>()
  const clear = () => setChosen(new Map())
  const close = () => decide(undefined)
  const done = () => {
    close()
    clear()
  }
  return { chosen, clear, decide, put: (some, isChosen) => setChosen((before) => withChosen(before, some, isChosen)),
    dialog: decision && <DecideDialog rows={[...chosen.values()]} decision={decision} onClose={close} onDone={done} /> }
}

interface ChoiceBarProps {
  readonly records: readonly InterventionRow[]
  readonly total: number
  /** The list and its filters, as the call takes them. */
  readonly filters: object
  readonly choice: Choice
}

/** Chooses the proposals of the page, or all that the filters find, and decides on those that are chosen. */
function ChoiceBar({ records, total, filters, choice: { chosen, put, clear, decide } }: ChoiceBarProps) {
  const { t } = useInterventionText()
  const http = useHttp()
  const { run, isPending } = useCommand()
  const open = records.filter(({ mayConfirm }) => mayConfirm)
  const held = open.filter(({ id }) => chosen.has(id)).length
  if (open.length === 0) return null
  const chooseAll = () => run(() => allOf(http, filters), (all: readonly InterventionRow[]) => put(all, true))
  return (
    <div className="oa-intervention-choice row wrap gap-8">
      <Checkbox checked={held === open.length} indeterminate={held > 0 && held < open.length}
        onChange={({ target }) => put(records, target.checked)}
      >
        {t('choosePage')}
      </Checkbox>
      {total > Math.max(records.length, chosen.size) && (
        <Button type="link" size="small" loading={isPending} onClick={() => void chooseAll()}>{t('chooseAll', { count: total })}</Button>
      )}
      {chosen.size > 0 && (
        <>
          <strong className="num" role="status">{t('chosen', { count: chosen.size })}</strong>
          <Button size="small" type="primary" onClick={() => decide('confirm')}>{t('confirm')}</Button>
          <Button size="small" onClick={() => decide('decline')}>{t('decline')}</Button>
          <Button type="link" size="small" onClick={clear}>{t('clear')}</Button>
        </>
      )}
    </div>
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
    <div className="oa-intervention-filters row rigid wrap gap-8 pad-12-24-4" role="search">
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

interface ItemsProps {
  readonly rows: readonly InterventionRow[]
  readonly isRefreshing: boolean
  readonly choice: Choice
}

/** The list of proposals with a keyboard cursor. */
function Items({ rows, isRefreshing, choice }: ItemsProps) {
  const linkOf = useDocumentLink()
  const navigate = useNavigate()
  const cursor = useCursor(rows.map(({ id }) => id))
  const settling = useSettling()
  const link = (row: InterventionRow) => linkOf({ businessType: row.type, procInstId: row.document, routeName: '' })
  const current = rows[cursor.index]
  const toggle = (row: InterventionRow) => choice.put([row], !choice.chosen.has(row.id))
  const isDecidable = choice.chosen.size > 0 || current?.mayConfirm === true
  const decide = (decision: InterventionDecision) => {
    if (choice.chosen.size > 0) choice.decide(decision)
    else if (current) settling[decision](current)
  }
  useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    Escape: () => cursor.to(undefined),
    ...(current && { Enter: () => void navigate(link(current)) }),
    ...(current?.mayConfirm && { x: () => toggle(current) }),
    ...(isDecidable && { y: asDecision(() => decide('confirm')), n: asDecision(() => decide('decline')) }),
  })
  return (
    <ul className="oa-interventions unlisted flat" aria-busy={isRefreshing}>
      {rows.map((row) => (
        <InterventionItem key={row.id} row={row} link={link(row)} isCurrent={row.id === current?.id} settling={settling}
          {...(row.mayConfirm && { isChosen: choice.chosen.has(row.id), onToggle: () => toggle(row) })} />
      ))}
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
    <span className="oa-intervention-keys third" aria-hidden>
      <kbd>J</kbd> <kbd>K</kbd> {t('keyMove')} <kbd>Enter</kbd> {t('keyOpen')} <kbd>X</kbd> {t('keyChoose')} <kbd>Y</kbd> {t('keyConfirm')}
      {' '}
      <kbd>N</kbd> {t('keyDecline')}
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
  /** Absent where it can't be chosen. */
  readonly isChosen?: boolean
  onToggle?(): void
}

/** A proposal with its document, action, reason, proposer and expiry, and the buttons to settle it. */
function InterventionItem({ row, link, isCurrent, settling, isChosen, onToggle }: ItemProps) {
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
        {onToggle && <Checkbox aria-label={t('choose', { number: row.number })} checked={isChosen === true} onChange={onToggle} />}
        <Pill tone={tones[row.state]}>{t(`${row.state}State`)}</Pill>
        <strong>{label(interventionLabels[row.action])}</strong>
        <Link className="num" to={link} aria-label={t('open', { number: row.number })}>{row.number}</Link>
        {row.amount !== null && (
          <span className="oa-intervention-amount">
            <Money value={row.amount} />
          </span>
        )}
      </div>
      <div className="oa-intervention-title flex wrap narrow gap-0-12">
        <DocumentTitle row={{ ...row, processName: nameOf(row.form, 'cn') }} />
        <span className="second">{name(row.form)} · {t('initiatedBy', { name: name(row.initiator.name) })}</span>
      </div>
      <p className="medium">{words.what(row)}</p>
      <p className="oa-intervention-reason">{row.reason}</p>
      <div className="oa-intervention-foot above-6">
        <span className="second">
          {t('by', { name: name(row.proposer.name), time: row.proposedAt.slice(0, 16) })} ·{' '}
          {isWaiting ? t('until', { time: row.expiresAt.slice(0, 16) }) : words.ending(row)}
        </span>
        <Acts row={row} settling={settling} />
      </div>
      {who !== undefined && <p className="second">{who}</p>}
    </li>
  )
}

/** The buttons that settle one proposal. */
function Acts({ row, settling }: Pick<ItemProps, 'row' | 'settling'>) {
  const { t } = useInterventionText()
  return (
    <>
      {row.mayConfirm && (
        <span className="oa-intervention-acts inline-flex gap-8">
          <Button size="small" onClick={() => settling.decline(row)}>{t('decline')}</Button>
          <Button size="small" type="primary" onClick={() => settling.confirm(row)}>{t('confirm')}</Button>
        </span>
      )}
      {row.mayWithdraw && (
        <span className="oa-intervention-acts inline-flex gap-8">
          <Button size="small" onClick={() => settling.withdraw(row)}>{t('withdraw')}</Button>
        </span>
      )}
    </>
  )
}

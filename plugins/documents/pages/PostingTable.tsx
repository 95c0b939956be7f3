import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Checkbox, Table, type TableColumnType } from 'antd'
import { useEffect, useRef } from 'react'
import { nameOf } from '#kernel/wording/names.ts'
import { canPosting } from '#kernel/postings.ts'
import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import type { PostingActions } from '#shell/detail/notices/use-posting.tsx'
import type { Cursor, RowSelection } from '#shell/documents/triage/use-selection.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { useMedia } from '#shell/parts/use-media.ts'
import type { TitleSource } from '#shell/documents/title.ts'
import { may } from '#providers/permissions.ts'
import type { PostingRow } from '../wire.ts'
import { OpenedLine } from './OpenedLine.tsx'
import { usePostingText } from './texts.ts'

export interface PostingListProps {
  readonly rows: readonly PostingRow[]
  readonly opened: string | undefined
  readonly cursor: Cursor
  readonly selection: RowSelection
  readonly actions: PostingActions
  readonly isRefreshing: boolean
  onOpen(id: string | undefined): void
}

/**
 * Table of postings with the opened one expanded below its row. Shows the company from 1600 px, and the last attempt and the number of
 * attempts from 1280 px.
 */
export function PostingTable(props: PostingListProps) {
  const { rows, opened, cursor, selection, actions, isRefreshing, onOpen } = props
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useMedia('(min-width: 1280px)')
  const isRoomy = useMedia('(min-width: 1600px)')
  const columns = useColumns(props, { isWide, isRoomy })
  const current = rows[cursor.index]?.id
  useEffect(() => {
    if (current === undefined) return
    const row = frame.current?.querySelector<HTMLElement>(`tr[data-row-key="${CSS.escape(current)}"]`)
    row?.querySelector<HTMLElement>('.oa-posting-toggle')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div className="oa-table" ref={frame} aria-busy={isRefreshing}>
      <Table<PostingRow> size="small" rowKey="id" columns={columns} dataSource={[...rows]} pagination={false} rowClassName={({ id }) =>
        [id === current && 'is-current', selection.ids.has(id) && 'is-selected', id === opened && 'is-open'].filter(Boolean).join(' ')}
        expandable={{ expandedRowClassName: 'oa-posting-open', showExpandColumn: false,
          expandedRowKeys: opened === undefined ? [] : [opened],
          expandedRowRender: ({ id }, _, __, isOpen) => (isOpen ? drawOpened(id, actions) : null) }}
        onRow={({ id }) => ({ onClick: (event) => isPlainClick(event.target) && onOpen(id === opened ? undefined : id) })} />
    </div>
  )
}

const drawOpened = (id: string, actions: PostingActions) => <OpenedLine id={id} actions={actions} />

/** Returns whether a click should toggle the row: not on a control, and not while text is selected. */
const isPlainClick = (target: EventTarget) =>
  target instanceof Element && !target.closest('a, button, label, [role=dialog]') && !String(getSelection() ?? '')

function useColumns({ rows, opened, selection, actions, onOpen }: PostingListProps,
  { isWide, isRoomy }: { readonly isWide: boolean; readonly isRoomy: boolean }): TableColumnType<PostingRow>[] {
  const { t, name, locale } = usePostingText()
  const refused = rows.filter(({ state }) => state === 'refused').length
  const all = (
    <Checkbox aria-label={t('selectAll')} disabled={refused === 0} checked={refused > 0 && selection.ids.size === refused}
      indeterminate={selection.ids.size > 0 && selection.ids.size < refused} onChange={selection.toggleAll} />
  )
  const columns: (TableColumnType<PostingRow> | undefined)[] = [
    { key: 'tick', width: 34, title: all,
      render: (_, { id, number, state }) => (
        <Checkbox aria-label={t('select', { number })} disabled={state !== 'refused'} checked={selection.ids.has(id)}
          onChange={() => selection.toggle(id)} />
      ) },
    { key: 'toggle', width: 30, title: <span className="unseen">{t('keyOpen')}</span>,
      render: (_, { id, number }) => (
        <button type="button" className="plain oa-posting-toggle third grid tiny" aria-expanded={id === opened}
          aria-label={t(id === opened ? 'close' : 'open', { number })} onClick={() => onOpen(id === opened ? undefined : id)}
        >
          {id === opened ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      ) },
    { key: 'number', width: 150, title: t('number'), render: (_, { number }) => <span className="num">{number}</span> },
    { key: 'title', ellipsis: true, title: t('document'),
      render: (_, row) => <DocumentTitle row={postingTitle(row)} className="oa-row-title ink" /> },
    isRoomy
      ? { key: 'company', width: 150, ellipsis: true, title: t('company'),
        render: (_, { company }) => (company ? name(company) : t('nothing')) }
      : undefined,
    { key: 'what', width: locale === 'en' ? 150 : 120, ellipsis: true, title: t('what'), render: (_, { what }) => name(what) },
    { key: 'amount', width: 112, align: 'right', title: t('amount'), render: (_, { amount }) => <Money value={amount} /> },
    { key: 'state', width: locale === 'en' ? 184 : 170, title: t('state'), render: (_, row) => <StateWord row={row} /> },
    isWide
      ? { key: 'lastAt', width: 104, title: t('lastAt'),
        render: (_, { lastAt }) => <span className="num">{lastAt?.slice(5, 16) ?? t('nothing')}</span> }
      : undefined,
    isWide
      ? { key: 'attempts', width: 76, align: 'right', title: t('attempts'),
        render: (_, { attempts }) => <span className="num">{attempts || t('nothing')}</span> }
      : undefined,
    { key: 'result', width: 170, align: 'right', title: t('result'),
      render: (_, row) => <Outcome row={row} isOpen={row.id === opened} actions={actions} /> },
  ]
  return columns.filter((column) => column !== undefined)
}

/** Title of a posting's document, in the format of document lists. */
export const postingTitle = ({ form, ...row }: PostingRow): TitleSource => ({ ...row, processName: nameOf(form, 'cn') })

const tones = { waiting: 'accent', sent: 'accent', posted: 'teal', refused: 'red', handled: 'hollow' } as const

/** State of a posting as dot and word, with the system, posting or role it waits for. */
export function StateWord({ row: { state, reverses, waitsFor } }: { readonly row: Pick<PostingRow, 'state' | 'reverses' | 'waitsFor'> }) {
  const { t, name } = usePostingText()
  const waiting = waitsFor === null ? undefined : t('waitsFor', { who: name(waitsFor) })
  return (
    <span className="oa-posting-state inline-flex wrap">
      <span className="oa-state-dot inline-row gap-6 nowrap" data-tone={tones[state]}>
        {t(state)}
        {reverses !== null && <span className="second small">{t('reversal')}</span>}
      </span>
      {waiting !== undefined && <span className="oa-posting-waits small second">{waiting}</span>}
    </span>
  )
}

interface OutcomeProps {
  readonly row: PostingRow
  readonly isOpen: boolean
  readonly actions: PostingActions
}

/** Last cell of a row: posted number, time of the next attempt, or the refusal's code or actions. */
function Outcome({ row, isOpen, actions }: OutcomeProps) {
  const { t } = usePostingText()
  const { state, posted, dueAt, code } = row
  const time = dueAt.slice(11, 16)
  if (state === 'waiting') return <span className="num second">{t('next', { time })}</span>
  if (state === 'sent') return <span className="num second">{t('asksNext', { time })}</span>
  if (state !== 'refused') return <span className="num">{posted ?? t('nothing')}</span>
  return isOpen || !mayAct() ? <span className="num red">{code ?? t('nothing')}</span> : <Links id={row.id} actions={actions} />
}

const mayAct = (): boolean => may(canPosting.retry) || may(canPosting.handle)

function Links({ id, actions: { busy, retry, handle } }: { readonly id: string; readonly actions: PostingActions }) {
  const { t } = usePostingText()
  return (
    <span className="oa-posting-links inline-flex gap-12">
      {may(canPosting.retry) && <Button type="link" size="small" loading={busy.has(id)} onClick={() => retry([id])}>{t('retry')}</Button>}
      {may(canPosting.handle) && <Button type="link" size="small" onClick={() => handle([id])}>{t('handle')}</Button>}
    </span>
  )
}

import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Checkbox, Table, type TableColumnType } from 'antd'
import { useEffect, useRef } from 'react'
import { DocumentTitle } from '#shell/documents/DocumentTitle.tsx'
import type { PostingActions } from '#shell/detail/notices/use-posting.tsx'
import type { Cursor } from '#shell/documents/triage/use-cursor.ts'
import type { RowSelection } from '#shell/documents/triage/use-selection.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useMedia } from '#shell/parts/use-media.ts'
import type { PostingRow } from '../wire.ts'
import { OpenedLine } from './OpenedLine.tsx'
import { Outcome } from './Outcome.tsx'
import { StateWord } from './StateWord.tsx'
import { usePostingText } from './text.ts'
import { postingTitle } from './posting-title.ts'

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
 * The lines as a table; one of them is open below its row. The company comes from 1600 px on; last attempt and attempts leave below 1280
 * px.
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
        expandable={{ showExpandColumn: false, expandedRowKeys: opened === undefined ? [] : [opened],
          expandedRowRender: ({ id }, _, __, isOpen) => (isOpen ? drawOpened(id, actions) : null) }}
        onRow={({ id }) => ({ onClick: (event) => isPlainClick(event.target) && onOpen(id === opened ? undefined : id) })} />
    </div>
  )
}

const drawOpened = (id: string, actions: PostingActions) => <OpenedLine id={id} actions={actions} />

/** A control in the row goes its own way; a selected text is not a click. */
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
        <button type="button" className="plain oa-posting-toggle" aria-expanded={id === opened}
          aria-label={t(id === opened ? 'close' : 'open', { number })} onClick={() => onOpen(id === opened ? undefined : id)}
        >
          {id === opened ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      ) },
    { key: 'number', width: 150, title: t('number'), render: (_, { number }) => <span className="num">{number}</span> },
    { key: 'title', ellipsis: true, title: t('document'),
      render: (_, row) => <DocumentTitle row={postingTitle(row)} className="oa-row-title" /> },
    isRoomy
      ? { key: 'company', width: 150, ellipsis: true, title: t('company'),
        render: (_, { company }) => (company ? name(company) : t('nothing')) }
      : undefined,
    { key: 'what', width: 120, ellipsis: true, title: t('what'), render: (_, { what }) => name(what) },
    { key: 'amount', width: 134, align: 'right', title: t('amount'), render: (_, { amount }) => <Money value={amount} /> },
    { key: 'state', width: 120, title: t('state'), render: (_, row) => <StateWord row={row} /> },
    isWide
      ? { key: 'lastAt', width: 108, title: t('lastAt'),
        render: (_, { lastAt }) => <span className="num">{lastAt?.slice(5, 16) ?? t('nothing')}</span> }
      : undefined,
    isWide
      ? { key: 'attempts', width: 76, align: 'right', title: t('attempts'),
        render: (_, { attempts }) => <span className="num">{attempts || t('nothing')}</span> }
      : undefined,
    { key: 'result', width: locale === 'en' ? 210 : 180, align: 'right', title: t('result'),
      render: (_, row) => <Outcome row={row} isOpen={row.id === opened} actions={actions} /> },
  ]
  return columns.filter((column) => column !== undefined)
}

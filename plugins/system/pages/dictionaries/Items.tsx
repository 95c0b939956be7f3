import { HolderOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { EnableSwitch, RowActions } from '#shell/resource/RowActions.tsx'
import { RecordDialog } from '#shell/resource/RecordDialog.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { may } from '#providers/permissions.ts'
import { dictionaryItem, dictionaryType } from '#plugins/system/dictionaries/dictionary.ts'
import { canDictionary } from '#plugins/system/permissions.ts'
import { type DictionaryItem, type DictionaryType, itemsQuery, matches, movedTo, sortPath, useDictionaryText } from './dictionaries.ts'

interface ItemsProps {
  readonly type: DictionaryType
  onEditType(): void
}

/** Details of a dictionary: its head and its items. */
export function Items({ type, onEditType }: ItemsProps) {
  const { t, label } = useDictionaryText()
  const answer = useQuery(itemsQuery(useHttp(), type.code))
  const [keyword, setKeyword] = useState('')
  const [edited, setEdited] = useState<DictionaryItem | 'new'>()
  return (
    <section className="oa-dict-content stack low narrow" aria-label={label({ cn: type.name, en: type.nameEn })}>
      <Head type={type} onEditType={onEditType} />
      <div className="oa-dict-tools row gap-12">
        <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('searchItems')} placeholder={t('searchItems')}
          value={keyword} maxLength={100} onChange={({ target }) => setKeyword(target.value)} />
        <span className="num">{answer.data && t('count', { count: answer.data.length })}</span>
        {may(canDictionary.add) && <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>{t('addItem')}</Button>}
      </div>
      {answer.isError
        ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        : <Table type={type.code} items={answer.data} keyword={keyword} onEdit={setEdited} />}
      {edited && <Dialog type={type.code} edited={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function Head({ type, onEditType }: ItemsProps) {
  const { label } = useDictionaryText()
  return (
    <header>
      <h2 className="bold">{label({ cn: type.name, en: type.nameEn })}</h2>
      <code>{type.code}</code>
      {type.builtIn && <BuiltIn />}
      <EnableSwitch resource={dictionaryType} record={type} />
      <RowActions resource={dictionaryType} record={type} onEdit={may(canDictionary.edit) ? onEditType : undefined} isKept={type.builtIn} />
    </header>
  )
}

function Dialog({ type, edited, onClose }: { type: string; edited: DictionaryItem | 'new'; onClose(): void }) {
  const { t } = useDictionaryText()
  const record = edited === 'new' ? undefined : edited
  return <RecordDialog resource={dictionaryItem} record={record} fixed={{ type }} title={record?.label ?? t('addItem')} onClose={onClose} />
}

interface TableProps {
  readonly type: string
  /** Undefined while loading. */
  readonly items: readonly DictionaryItem[] | undefined
  readonly keyword: string
  onEdit(item: DictionaryItem): void
}

function Table({ type, items, keyword, onEdit }: TableProps) {
  const { t } = useDictionaryText()
  if (!items) return <RowsSkeleton rows={6} columns={['24%', '24%', '12%', '24%', '6%']} />
  if (items.length === 0) return <StateView illustration="empty" role="status" title={t('noItems')} text={t('noItemsText')} />
  const found = items.filter(({ value, label, localName }) => matches([value, label, localName], keyword))
  if (found.length === 0) return <StateView illustration="search" role="status" title={t('noMatch')} />
  return <ItemTable type={type} items={items} found={found} onEdit={onEdit} />
}

interface ItemTableProps {
  readonly type: string
  /** All items in order. */
  readonly items: readonly DictionaryItem[]
  /** Items found by the search; a partial list cannot be reordered. */
  readonly found: readonly DictionaryItem[]
  onEdit(item: DictionaryItem): void
}

/** Items of a dictionary in order, reordered by drag and drop. */
function ItemTable({ type, items, found, onEdit }: ItemTableProps) {
  const { t, locale } = useDictionaryText()
  const { shown, dragged, moved, handleOf } = useOrder(type, items)
  const canSort = may(canDictionary.edit) && found.length === items.length && items.length > 1
  const rows = canSort ? shown : found
  return (
    <div className="oa-dict-items ruled low scroll">
      <table className="collapsed wide">
        <thead>
          <tr>
            {canSort && (
              <th scope="col" className="is-handle">
                <span className="unseen">{t('order')}</span>
              </th>
            )}
            <th scope="col">{t('label')}</th>
            <th scope="col" className="is-wide">{t('labelEn')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col" className="is-wide">{t('description')}</th>
            <th scope="col" className="is-switch">{t('enable')}</th>
            <th scope="col" className="is-actions">
              <span className="unseen">{t('more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <Row key={item.id} item={item} isDragged={item.id === dragged} handle={canSort ? handleOf(item.id) : undefined}
              onEdit={onEdit} />
          ))}
        </tbody>
      </table>
      <p className="unseen" role="status">
        {moved &&
          t('moved', { name: locale === 'cn' ? moved.item.label : moved.item.localName, place: moved.place, count: items.length })}
      </p>
    </div>
  )
}

interface RowProps {
  readonly item: DictionaryItem
  readonly isDragged: boolean
  /** Drag handle; undefined if the order cannot be changed. */
  readonly handle: Handle | undefined
  onEdit(item: DictionaryItem): void
}

function Row({ item, isDragged, handle, onEdit }: RowProps) {
  const { t } = useDictionaryText()
  const look = [isDragged && 'is-dragged', !item.enable && 'is-off', 'ant-table-row'].filter(Boolean).join(' ')
  return (
    <tr className={look} data-item={item.id}>
      {handle && (
        <td className="is-handle">
          <button type="button" className="plain" aria-label={t('move', { name: item.label })} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            data-tip={t('moveHint')} {...handle}
          >
            <HolderOutlined aria-hidden />
          </button>
        </td>
      )}
      <th scope="row">
        <span lang="zh">{item.label}</span>
        {item.builtIn && <BuiltIn />}
        <small lang="en">{item.localName}</small>
      </th>
      <td className="is-wide" lang="en">{item.localName}</td>
      <td>
        <code>{item.value}</code>
      </td>
      <td className="is-wide is-remark">{item.description ?? '—'}</td>
      <td className="is-switch">
        <EnableSwitch resource={dictionaryItem} record={item} />
      </td>
      <td className="is-actions">
        <RowActions resource={dictionaryItem} record={item} onEdit={may(canDictionary.edit) ? () => onEdit(item) : undefined}
          isKept={item.builtIn} />
      </td>
    </tr>
  )
}

/** Marks an item as declared by a module: it cannot be deleted. */
function BuiltIn() {
  const { t } = useDictionaryText()
  return <span className="oa-dict-mark framed round-4 third tiny nowrap">{t('builtIn')}</span>
}

/** Event handlers of a row's drag handle. */
interface Handle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface Drag {
  readonly id: string
  readonly ids: readonly string[]
}

/**
 * Reorders a dictionary: while dragging, rows swap immediately and the order is sent on drop; by keyboard, each step is sent. A refused
 * order is reverted.
 */
function useOrder(type: string, items: readonly DictionaryItem[]) {
  const http = useHttp()
  const [drag, show] = useState<Drag>()
  // the drop may occur before the last move was rendered
  const latest = useRef<Drag>(undefined)
  const setDrag = (next: Drag | undefined) => {
    latest.current = next
    show(next)
  }
  const [moved, setMoved] = useState<{ readonly item: DictionaryItem; readonly place: number }>()
  const { queryKey } = itemsQuery(http, type)
  const { run } = useCommand({ touches: [queryKey], isQueued: true })
  const byId = new Map(items.map((item) => [item.id, item]))
  const shown = drag ? drag.ids.flatMap((id) => byId.get(id) ?? []) : items

  const send = async (ids: readonly string[]) => {
    if (ids.every((id, place) => items[place]?.id === id)) return
    await run((to) => to.put(sortPath, { type, ids }), {
      optimistic: { queryKey, change: () => ids.flatMap((id) => byId.get(id) ?? []) },
    })
  }
  // listen on the window: a row that is moved in the DOM loses its pointer capture
  const follow = (id: string) => {
    const listening = new AbortController()
    const move = (event: globalThis.PointerEvent) => {
      const { ids = [] } = latest.current ?? {}
      const over = placeUnder(event)
      if (over !== undefined) setDrag({ id, ids: movedTo(ids, ids.indexOf(id), over) })
    }
    const end = (isKept: boolean) => () => {
      listening.abort()
      if (isKept && latest.current) void send(latest.current.ids)
      setDrag(undefined)
    }
    addEventListener('pointermove', move, listening)
    addEventListener('pointerup', end(true), listening)
    addEventListener('pointercancel', end(false), listening)
  }
  const step = (id: string, by: 1 | -1) => {
    const from = items.findIndex((item) => item.id === id)
    const ids = movedTo(items.map((item) => item.id), from, from + by)
    const item = byId.get(id)
    if (item) setMoved({ item, place: ids.indexOf(id) + 1 })
    void send(ids)
  }
  const handleOf = (id: string): Handle => ({
    onPointerDown(event) {
      if (event.button !== 0) return
      setDrag({ id, ids: items.map((item) => item.id) })
      follow(id)
    },
    onKeyDown(event) {
      const by = event.altKey && steps[event.key]
      if (!by) return
      event.preventDefault()
      step(id, by)
    },
  })
  return { shown, dragged: drag?.id, moved, handleOf }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Index of the row under the pointer; the row there may be about to change, its position is not. */
const placeUnder = ({ clientX, clientY }: globalThis.PointerEvent): number | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLTableRowElement>('tr[data-item]')?.sectionRowIndex

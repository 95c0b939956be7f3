import { Checkbox, Table, type TableColumnType, type TableProps } from 'antd'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useWidth } from '#shell/parts/use-media.ts'
import { useText } from '#shell/text.tsx'
import type { ColumnChoice, DocumentColumn } from '../columns/use-columns.ts'
import { columnsThatFit, leastWidth, widened } from '../columns/columns.tsx'
import type { DocumentListKind } from '../lists.ts'
import { hasSelection, hindranceOf, isSelectable, type Triage } from '../triage/use-triage.ts'
import { useDocumentsText } from '../texts.ts'
import { titleOf } from '../title.ts'

interface DocumentTableProps {
  readonly list: DocumentListKind
  /** Absent while the first page is loading. */
  readonly rows: readonly DocumentRow[] | undefined
  readonly columns: readonly DocumentColumn[]
  readonly choice: ColumnChoice
  readonly triage: Triage
  readonly isRefreshing: boolean
  onSort(sort: ListQuery['sort']): void
}

/** The list as a table; columns are hidden by priority when the title would become too narrow. */
export function DocumentTable(props: DocumentTableProps) {
  const { list, rows, triage, isRefreshing, onSort } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  useRowFocus(frame, triage.current?.id, triage.peek !== undefined)
  const sorted: TableProps<DocumentRow>['onChange'] = (_, __, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    onSort(order ? { column: String(columnKey), asc: order === 'ascend' } : undefined)
  }
  return (
    <div className="oa-table" ref={frame} aria-busy={isRefreshing || !rows}>
      {isRefreshing && <div className="oa-refresh-bar relative" />}
      {rows ?
        (
          <Table<DocumentRow>
            className={isRefreshing ? 'oa-refreshing' : undefined}
            size="small"
            rowKey="id"
            {...drawnColumns(props, width)}
            dataSource={[...rows]}
            pagination={false}
            showSorterTooltip={false}
            virtual={false}
            onChange={sorted}
            rowClassName={(row) => rowClass(list, row, triage)}
            onRow={(row) => ({ 'aria-current': row.id === triage.current?.id || undefined,
              onClick: (event) => isPlainClick(event.target) && triage.open(row) })}
          />
        ) :
        <RowsSkeleton columns={[20, 130, '30%', 80, 90, 100, 90, 90]} />}
    </div>
  )
}

/** Checkboxes, and the columns that fit or were chosen; the table scrolls if more were chosen than fit. */
function drawnColumns({ list, rows = [], columns, choice, triage }: DocumentTableProps,
  width: number): Pick<TableProps<DocumentRow>, 'columns' | 'scroll'> {
  const hasTicks = hasSelection(list)
  const free = Math.max(0, width - (hasTicks ? tickWidth : 0))
  const fitting = widened(columnsThatFit(choice.apply(columns), free, (key) => choice.kept.shown[key] === true), free)
  const least = leastWidth(fitting)
  const tick: TableColumnType<DocumentRow> = {
    key: 'tick',
    width: tickWidth,
    title: <SelectAllCell list={list} rows={rows} triage={triage} />,
    render: (_, row) => <SelectCell list={list} row={row} triage={triage} />,
  }
  return { columns: [...(hasTicks ? [tick] : []), ...fitting.map((column) => drawn(column, choice))],
    ...(free > 0 && least > free && { scroll: { x: least + width - free } }) }
}

function drawn({ name, ...column }: DocumentColumn, choice: ColumnChoice): TableColumnType<DocumentRow> {
  const isFixed = column.width === undefined || column.key === 'index'
  return { ...column, title: isFixed ? name : <ResizableHead name={name} onResize={(width) => choice.resize(column.key, width)} /> }
}

const tickWidth = 34

/** Whether a click opens the row: not on a control, and not while text is selected. */
const isPlainClick = (target: EventTarget) =>
  target instanceof Element && !target.closest('a, button, label, .oa-tick, .oa-floating, [role=dialog]') && !String(getSelection() ?? '')

function rowClass(list: DocumentListKind, row: DocumentRow, { current, selection }: Triage): string {
  const marks = [readMark(list, row), row.id === current?.id && 'is-current', selection.ids.has(row.id) && 'is-selected']
  return marks.filter(Boolean).join(' ')
}

/** The read-state class of a row, in lists that have a read state. */
const readMark = ({ name }: DocumentListKind, { readState }: DocumentRow) =>
  (name === 'todo' || name === 'cc') && (readState === 1 ? 'is-read' : 'is-unread')

/** Elements that keep the focus: inputs, dialogs and, while it is open, the preview. */
const elsewhere = { always: 'textarea, input:not([type=checkbox]), [role=dialog]',
  whilePeeking: 'textarea, input:not([type=checkbox]), [role=dialog], .oa-peek' }

/** Moves the focus to the current row and scrolls it into view; also after the preview closes. */
function useRowFocus(frame: { readonly current: HTMLElement | null }, id: string | undefined, isPeeking: boolean) {
  useEffect(() => {
    if (id === undefined || document.activeElement?.closest(isPeeking ? elsewhere.whilePeeking : elsewhere.always)) return
    const row = rowOf(frame.current, id)
    row?.querySelector<HTMLElement>('.oa-row-title')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [frame, id, isPeeking])
}

const rowOf = (frame: HTMLElement | null, id: string) => frame?.querySelector<HTMLElement>(`tr[data-row-key="${CSS.escape(id)}"]`)

interface ResizableHeadProps {
  readonly name: string
  onResize(width: number): void
}

/** A column header with a draggable right edge. */
function ResizableHead({ name, onResize }: ResizableHeadProps) {
  const { t } = useDocumentsText()
  const from = useRef<{ x: number; width: number }>(undefined)
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest('th')
    if (!head) return
    event.preventDefault()
    from.current = { x: event.clientX, width: head.offsetWidth }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = ({ clientX }: PointerEvent) => from.current && onResize(from.current.width + clientX - from.current.x)
  return (
    <>
      {name}
      <span className="oa-resize absolute" aria-hidden data-tip={t('columns.resize', { column: name })}
        onClick={(event) => event.stopPropagation()} onPointerDown={start} onPointerMove={move}
        onPointerUp={() => (from.current = undefined)} onPointerCancel={() => (from.current = undefined)} />
    </>
  )
}

interface SelectCellProps {
  readonly list: DocumentListKind
  readonly row: DocumentRow
  readonly triage: Triage
}

/** The checkbox of a row; if it cannot be passed in a batch, it is disabled with the reason as tooltip. */
function SelectCell({ list, row, triage: { selection } }: SelectCellProps) {
  const { t } = useDocumentsText()
  const title = titleOf(row, useText())
  const why = hindranceOf(row)
  const isFree = isSelectable(list, row)
  const name = t('select.row', { title })
  return (
    <span className="oa-tick" data-tip={isFree || !why ? undefined : t(why)}>
      <Checkbox checked={selection.ids.has(row.id)} disabled={!isFree} aria-label={isFree || !why ? name : `${name}. ${t(why)}`} onChange={(
        { nativeEvent },
      ) => ('shiftKey' in nativeEvent && nativeEvent.shiftKey ? selection.reach(row.id) : selection.toggle(row.id))} />
    </span>
  )
}

/** The checkbox in the header: selects all rows that can be selected. */
function SelectAllCell(
  { list, rows, triage: { selection } }: { list: DocumentListKind; rows: readonly DocumentRow[]; triage: Triage },
) {
  const { t } = useDocumentsText()
  const free = rows.filter((row) => isSelectable(list, row)).length
  return (
    <Checkbox checked={free > 0 && selection.ids.size === free} indeterminate={selection.ids.size > 0 && selection.ids.size < free}
      disabled={free === 0} aria-label={t(list.name === 'todo' ? 'select.all' : list.name === 'cc' ? 'select.allRead' : 'select.allPrint')}
      onChange={selection.toggleAll} />
  )
}

import { Table, type TableColumnType, type TableProps } from 'antd'
import { useEffect, useRef } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useWidth } from '#shell/list/use-width.ts'
import type { DocumentColumn } from '../columns/column.ts'
import { columnsThatFit, leastWidth, widened } from '../columns/columns.tsx'
import { ResizableHead } from '../columns/ResizableHead.tsx'
import type { ColumnChoice } from '../columns/use-columns.ts'
import type { DocumentListKind } from '../lists.ts'
import { SelectCell, SelectAllCell } from './SelectCell.tsx'
import { hasSelection, type Triage } from '../triage/use-triage.ts'

interface DocumentTableProps {
  readonly list: DocumentListKind
  /** Absent while the first page loads. */
  readonly rows: readonly DocumentRow[] | undefined
  readonly columns: readonly DocumentColumn[]
  readonly choice: ColumnChoice
  readonly triage: Triage
  readonly isRefreshing: boolean
  onSort(sort: ListQuery['sort']): void
}

/** The list as a table; columns leave by their priority when the title would fall below its width. */
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
      {isRefreshing && <div className="oa-refresh-bar" />}
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

/** The columns that fit or are chosen, after the boxes; where more are chosen than fit, the table is scrolled. */
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

/** A control in the row goes its own way; a selected text is not a click. */
const isPlainClick = (target: EventTarget) =>
  target instanceof Element && !target.closest('a, button, label, .oa-tick, .oa-floating, [role=dialog]') && !String(getSelection() ?? '')

function rowClass(list: DocumentListKind, row: DocumentRow, { current, selection }: Triage): string {
  const marks = [readMark(list, row), row.id === current?.id && 'is-current', selection.ids.has(row.id) && 'is-selected']
  return marks.filter(Boolean).join(' ')
}

/** The class by which the rows of a list tell whether they were read; other lists have none. */
const readMark = ({ name }: DocumentListKind, { readState }: DocumentRow) =>
  (name === 'todo' || name === 'cc') && (readState === 1 ? 'is-read' : 'is-unread')

/** Elements that keep the focus: what is being typed in, a dialog, or the panel beside the list while it is open. */
const elsewhere = { always: 'textarea, input:not([type=checkbox]), [role=dialog]',
  whilePeeking: 'textarea, input:not([type=checkbox]), [role=dialog], .oa-peek' }

/** The focus follows the row that keys act on, and takes its place in view; it comes back when the panel closes. */
function useRowFocus(frame: { readonly current: HTMLElement | null }, id: string | undefined, isPeeking: boolean) {
  useEffect(() => {
    if (id === undefined || document.activeElement?.closest(isPeeking ? elsewhere.whilePeeking : elsewhere.always)) return
    const row = rowOf(frame.current, id)
    row?.querySelector<HTMLElement>('.oa-row-title')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [frame, id, isPeeking])
}

const rowOf = (frame: HTMLElement | null, id: string) => frame?.querySelector<HTMLElement>(`tr[data-row-key="${CSS.escape(id)}"]`)

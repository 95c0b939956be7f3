import { Table, type TableProps } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ListQuery } from '../list/query.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { useMedia } from '../parts/use-media.ts'
import { useWidth } from '../list/use-width.ts'
import { useRowKeys } from '../list/use-row-keys.ts'
import { useText } from '../text.tsx'
import { columnsOf, columnsThatFit } from './columns.tsx'
import type { DocumentListKind, DocumentPage, DocumentRow } from './lists.ts'
import { useDocumentLink } from './use-document-link.ts'

export interface DocumentRowsProps {
  readonly list: DocumentListKind
  /** Absent while the first page loads. */
  readonly page: DocumentPage | undefined
  readonly query: ListQuery
  readonly isRefreshing: boolean
  onSort(sort: ListQuery['sort']): void
}

/** The list as a table; columns leave by their priority when the title would fall below its width. */
export function DocumentTable({ list, page, query, isRefreshing, onSort }: DocumentRowsProps) {
  const text = useText()
  const link = useDocumentLink()
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const isWide = useMedia('(min-width: 1600px)')
  const rows = page?.records ?? []
  const { current } = useRowKeys(rows.length, (index) => rows[index] && void navigate(link(rows[index])))

  const first = (query.current - 1) * query.size
  const columns = columnsThatFit(columnsOf({ list, text, link, first, sort: query.sort, isWide }), width)
  const sorted: TableProps<DocumentRow>['onChange'] = (_, __, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    onSort(order ? { column: String(columnKey), asc: order === 'ascend' } : undefined)
  }

  return (
    <div className="oa-table" ref={frame} aria-busy={isRefreshing || !page}>
      {isRefreshing && <div className="oa-refresh-bar" />}
      {page ? (
        <Table<DocumentRow>
          className={isRefreshing ? 'oa-refreshing' : undefined}
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={[...rows]}
          pagination={false}
          showSorterTooltip={false}
          virtual={false}
          onChange={sorted}
          rowClassName={(row, index) => rowClass(list, row, index === current)}
          onRow={(row) => ({ onClick: (event) => isPlainClick(event.target) && void navigate(link(row)) })}
        />
      ) : (
        <RowsSkeleton columns={[20, 130, '30%', 80, 90, 100, 90, 90]} />
      )}
    </div>
  )
}

/** A link in the row has gone its own way; a selected text is not a click. */
const isPlainClick = (target: EventTarget) => target instanceof Element && !target.closest('a, button') && !String(getSelection() ?? '')

function rowClass(list: DocumentListKind, row: DocumentRow, isCurrent: boolean): string {
  const marks = list.name === 'todo' || list.name === 'cc'
  const read = row.readState === 1 ? (list.name === 'cc' ? 'is-read' : '') : 'is-unread'
  return [marks && read, isCurrent && 'is-current'].filter(Boolean).join(' ')
}

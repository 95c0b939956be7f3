import type { ColumnType } from 'antd/es/table'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ListQuery } from '#shell/list/query.ts'

export type DocumentColumn = Omit<ColumnType<DocumentRow>, 'title'> & {
  readonly key: string
  /** Header text. */
  readonly name: string
  /** Minimum width in pixels; the title takes the rest. */
  readonly width?: number
  /** Preferred width in pixels, used if the title has room to spare. */
  readonly wish?: number
  /** Hidden by default. */
  readonly optional?: boolean
}

/** Sort properties of a column, with its current order. */
export const sortedBy = (column: string, sort: ListQuery['sort']) => ({
  sorter: true,
  sortOrder: sort?.column === column ? (sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
})

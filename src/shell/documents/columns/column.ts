import type { ColumnType } from 'antd/es/table'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ListQuery } from '#shell/list/query.ts'

export type DocumentColumn = Omit<ColumnType<DocumentRow>, 'title'> & {
  readonly key: string
  /** The text of its head. */
  readonly name: string
  /** Pixels; the title has the rest. */
  readonly width?: number
  /** Pixels at which hardly a value or the head is cut: the column grows to it where the title has room to spare. */
  readonly wish?: number
  /** Shown only by those who choose it. */
  readonly optional?: boolean
}

/** The properties of a column that lists can be sorted by, with the arrow of the order in force. */
export const sortedBy = (column: string, sort: ListQuery['sort']) => ({
  sorter: true,
  sortOrder: sort?.column === column ? (sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
})

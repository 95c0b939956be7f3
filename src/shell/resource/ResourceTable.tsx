import { Table, type TableProps } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { may } from '#providers/permissions.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { traitsOf } from '#kernel/kinds/host-traits.ts'
import type { Resource } from '#kernel/resource.ts'
import type { ListQuery } from '../list/query.ts'
import { useText } from '../text.tsx'
import type { RowSelection } from '../documents/triage/use-selection.ts'
import { Cell } from './ResourceRows.tsx'
import { nameOfRecord, type StoredRecord } from './record.ts'
import { EnableSwitch } from './EnableSwitch.tsx'
import { RowActions } from './RowActions.tsx'

interface ResourceTableProps {
  readonly resource: Resource
  readonly rows: readonly StoredRecord[]
  readonly query: ListQuery
  readonly isRefreshing: boolean
  onSort(sort: ListQuery['sort']): void
  more?(record: StoredRecord): ReactNode
  onEdit(record: StoredRecord): void
  /** Present if records can be selected. */
  readonly selection?: RowSelection
}

/** A table of the declared columns; the enabling field is a switch with the permission to edit. */
export function ResourceTable({ resource, rows, query, isRefreshing, onSort, more, onEdit, selection }: ResourceTableProps) {
  const { t } = useText()
  const canEdit = resource.can.edit !== undefined && may(resource.can.edit)
  const canDelete = resource.can.delete !== undefined && may(resource.can.delete)

  const columns = useMemo<TableProps<StoredRecord>['columns']>(() => {
    const declared = resource.columns.flatMap((name) => {
      const field = resource.fields[name]
      if (!field) return []
      return [{
        key: name,
        title: <Title field={field} />,
        align: traitsOf(field).isFigure ? ('right' as const) : undefined,
        ellipsis: traitsOf(field).isWritten === true,
        sorter: isSorted(resource, name),
        sortOrder: query.sort?.column === name ? (query.sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
        render: (_: unknown, record: StoredRecord) =>
          name === resource.enable
            ? <EnableSwitch resource={resource} record={record} />
            : <Cell resource={resource} record={record} name={name} />,
      }]
    })
    const actions = {
      key: 'actions',
      title: <span className="unseen">{t('resource.actions')}</span>,
      width: 1,
      className: 'oa-actions-cell',
      align: 'right' as const,
      render: (_: unknown, record: StoredRecord) => (
        <RowActions resource={resource} record={record} more={more?.(record)} onEdit={canEdit ? () => onEdit(record) : undefined} />
      ),
    }
    return canEdit || canDelete || more ? withActions(declared, actions, resource.enable) : declared
  }, [resource, query.sort, canEdit, canDelete, t, more, onEdit])

  const sorted: TableProps<StoredRecord>['onChange'] = (_, __, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    onSort(order ? { column: String(columnKey), asc: order === 'ascend' } : undefined)
  }
  return (
    <div className="oa-table is-plain" aria-busy={isRefreshing}>
      {isRefreshing && <div className="oa-refresh-bar" />}
      <Table<StoredRecord> className={isRefreshing ? 'oa-refreshing' : undefined} size="small" rowKey="id" columns={columns}
        rowSelection={selection && selectionOf(resource, selection, t)} dataSource={[...rows]} pagination={false} showSorterTooltip={false}
        scroll={{ x: 'max-content' }} onChange={sorted} />
    </div>
  )
}

function selectionOf(resource: Resource, { ids, toggle, toggleAll }: RowSelection,
  t: ReturnType<typeof useText>['t']): TableProps<StoredRecord>['rowSelection'] {
  return {
    columnWidth: 34,
    selectedRowKeys: [...ids],
    onSelect: ({ id }) => toggle(id),
    onSelectAll: toggleAll,
    getTitleCheckboxProps: () => ({ 'aria-label': t('batch.chooseAll') }),
    getCheckboxProps: (record) => ({ 'aria-label': t('batch.choose', { name: nameOfRecord(resource, record) }) }),
  } as TableProps<StoredRecord>['rowSelection']
}

/** The title of a column, with the hint of a read-only field, which no dialog contains. */
function Title({ field }: { field: FieldDefinition }) {
  const { label } = useText()
  return <span data-tip={field.readOnly && field.hint ? label(field.hint) : undefined}>{label(field)}</span>
}

const isSorted = ({ fields, enable, confidential }: Resource, name: string): boolean =>
  !(fields[name] && traitsOf(fields[name]).isUnsorted) && name !== enable && confidential?.[name] === undefined

type RecordColumn = NonNullable<TableProps<StoredRecord>['columns']>[number]

/** Places the actions over the end of the row, but before a switch in the last column. */
function withActions(declared: readonly RecordColumn[], actions: RecordColumn, enable: string | undefined): RecordColumn[] {
  const last = declared.at(-1)
  return last && last.key === enable
    ? [...declared.slice(0, -1), { ...actions, className: 'oa-actions-cell is-before' }, last]
    : [...declared, actions]
}

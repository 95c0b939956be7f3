import { Button, Checkbox, Table, type TableProps } from 'antd'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { traitsOf } from '#kernel/kinds/host-traits.ts'
import type { Resource } from '#kernel/resource.ts'
import { isMaskedText, shownMasked } from '#kernel/values/masked-text.ts'
import { may } from '#providers/permissions.ts'
import type { ListQuery } from '../list/query.ts'
import { useText } from '../text.tsx'
import type { RowSelection } from '../documents/triage/use-selection.ts'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'
import { EnableSwitch, RowActions } from './RowActions.tsx'
import { lazyPage } from '../routing/chunks.ts'
import { currencyOf } from './currency-of.ts'
import { FieldCell } from './renderers.tsx'
import { recordLineOf } from './record-line.ts'

/** Lazy chunk, loaded by the first list with account numbers. */
const AccountNumber = lazyPage(async () => (await import('../detail/accounts/AccountNumber.tsx')).AccountNumber)

interface ResourceRowsProps {
  readonly resource: Resource
  readonly rows: readonly StoredRecord[]
  readonly isRefreshing: boolean
  more?(record: StoredRecord): ReactNode
  onEdit(record: StoredRecord): void
  /** Present if records can be selected. */
  readonly selection?: RowSelection
}

/** Number of details of a record before it is expanded. */
const few = 4

/** The records on a small screen: title, amount or switch at the right, and the other columns below. */
export function ResourceRows({ isRefreshing, rows, ...shared }: ResourceRowsProps) {
  return (
    <ul className={isRefreshing ? 'oa-rows oa-refreshing' : 'oa-rows'} aria-busy={isRefreshing}>
      {rows.map((record) => <Row key={record.id} record={record} {...shared} />)}
    </ul>
  )
}

function Row(
  { resource, record, more, onEdit, selection }: Pick<ResourceRowsProps, 'resource' | 'more' | 'onEdit' | 'selection'> & {
    readonly record: StoredRecord
  },
) {
  const { locale, t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { title, amount, details } = recordLineOf(resource, record, locale)
  const canEdit = resource.can.edit !== undefined && may(resource.can.edit)
  return (
    <li>
      <div className="oa-row is-record grid">
        <span className="oa-row-first medium gap-8 narrow row">
          {selection && (
            <Checkbox className="oa-row-choice" checked={selection.ids.has(record.id)} onChange={() => selection.toggle(record.id)}
              aria-label={t('batch.choose', { name: nameOfRecord(resource, record) })} />
          )}
          {title.map((name) => (
            <span key={name}>
              <Cell resource={resource} record={record} name={name} />
            </span>
          ))}
        </span>
        <span className="oa-row-amount medium">
          {amount !== undefined && <Cell resource={resource} record={record} name={amount} />}
          {resource.enable !== undefined && <EnableSwitch resource={resource} record={record} />}
        </span>
        <span className="oa-row-second muted line-18">
          {details.slice(0, isOpen ? undefined : few).map((name) => <Detail key={name} resource={resource} record={record} name={name} />)}
        </span>
      </div>
      <RowActions isFolded resource={resource} record={record} more={
        <>
          <Unfold hidden={details.length - few} isOpen={isOpen} onOpen={setIsOpen} />
          {more?.(record)}
        </>
      } onEdit={canEdit ? () => onEdit(record) : undefined} />
    </li>
  )
}

function Unfold({ hidden, isOpen, onOpen }: { hidden: number; isOpen: boolean; onOpen(isOpen: boolean): void }) {
  const { t } = useText()
  if (hidden <= 0) return null
  return (
    <Button type="text" size="small" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
      {isOpen ? t('list.fewer') : t('list.more', { count: hidden })}
    </Button>
  )
}

interface CellOf {
  readonly resource: Resource
  readonly record: StoredRecord
  readonly name: string
}

function Detail({ resource, record, name }: CellOf) {
  const { label } = useText()
  return (
    <span className="oa-row-detail relative">
      <span>{label(resource.fields[name]!)}</span> <Cell resource={resource} record={record} name={name} />
    </span>
  )
}

/** A value by its field kind; a masked value has a button that reveals it. */
function Cell({ resource, record, name }: CellOf) {
  const field = resource.fields[name]!
  const value = record[name]
  return field.masked && isMaskedText(value)
    ? (
      <Suspense fallback={<span className="num">{shownMasked(value)}</span>}>
        <AccountNumber masked={value} field={name} revealedAt={`/${refineName(resource)}/${encodeURIComponent(record.id)}/reveal`} />
      </Suspense>
    )
    : <FieldCell field={field} value={value} record={record} currency={currencyOf(resource, record, name)} />
}

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
      {isRefreshing && <div className="oa-refresh-bar relative" />}
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

import { Fragment, type ReactNode } from 'react'
import { may } from '../../../providers/permissions.ts'
import type { Resource } from '../../kernel/resource.ts'
import { useText } from '../text.tsx'
import { currencySign } from './currency-sign.ts'
import { FieldCell } from './drawings.tsx'
import { EnableSwitch } from './EnableSwitch.tsx'
import { RowActions } from './RowActions.tsx'
import { lineOf } from './record-line.ts'
import type { StoredRecord } from './record.ts'

interface ResourceRowsProps {
  readonly resource: Resource
  readonly rows: readonly StoredRecord[]
  readonly isRefreshing: boolean
  more?(record: StoredRecord): ReactNode
  onEdit(record: StoredRecord): void
}

/** The records on a small screen: what each is called, its amount or switch right, and below what else its columns say. */
export function ResourceRows({ resource, rows, isRefreshing, more, onEdit }: ResourceRowsProps) {
  const canEdit = resource.can.edit !== undefined && may(resource.can.edit)
  const canDelete = resource.can.delete !== undefined && may(resource.can.delete)
  return (
    <ul className={isRefreshing ? 'oa-rows oa-refreshing' : 'oa-rows'} aria-busy={isRefreshing}>
      {rows.map((record) => (
        <li key={record.id}>
          <Row resource={resource} record={record} />
          {(canEdit || canDelete || more) && <RowActions resource={resource} record={record} more={more?.(record)} onEdit={canEdit ? () => onEdit(record) : undefined} />}
        </li>
      ))}
    </ul>
  )
}

function Row({ resource, record }: { resource: Resource; record: StoredRecord }) {
  const { locale } = useText()
  const { title, amount, details } = lineOf(resource, record, locale)
  const cell = (name: string) => <Cell resource={resource} record={record} name={name} />
  return (
    <div className="oa-row">
      <span className="oa-row-first">{title.map((name) => <Fragment key={name}>{cell(name)}</Fragment>)}</span>
      <span className="oa-row-second">{details.map((name) => <Detail key={name} resource={resource} record={record} name={name} />)}</span>
      <span className="oa-row-amount">
        {amount !== undefined && cell(amount)}
        {resource.enable !== undefined && <EnableSwitch resource={resource} record={record} />}
      </span>
    </div>
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
    <span className="oa-row-detail">
      <span>{label(resource.fields[name]!)}</span> <Cell resource={resource} record={record} name={name} />
    </span>
  )
}

const Cell = ({ resource, record, name }: CellOf) => <FieldCell field={resource.fields[name]!} value={record[name]} record={record} currency={currencySign(resource, record, name)} />

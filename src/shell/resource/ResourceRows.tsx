import { Button, Checkbox } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { may } from '#providers/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import { isMaskedText, shownMasked } from '#kernel/values/masked-text.ts'
import { lazyPage } from '../routing/chunks.ts'
import { useText } from '../text.tsx'
import { currencyOf } from './currency-of.ts'
import { FieldCell } from './renderers.tsx'
import { EnableSwitch } from './EnableSwitch.tsx'
import { RowActions } from './RowActions.tsx'
import { recordLineOf } from './record-line.ts'
import type { RowSelection } from '../documents/triage/use-selection.ts'
import { nameOfRecord, refineName, type StoredRecord } from './record.ts'

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
      <div className="oa-row is-record">
        <span className="oa-row-first">
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
        <span className="oa-row-amount">
          {amount !== undefined && <Cell resource={resource} record={record} name={amount} />}
          {resource.enable !== undefined && <EnableSwitch resource={resource} record={record} />}
        </span>
        <span className="oa-row-second">
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
    <span className="oa-row-detail">
      <span>{label(resource.fields[name]!)}</span> <Cell resource={resource} record={record} name={name} />
    </span>
  )
}

/** A value by its field kind; a masked value has a button that reveals it. */
export function Cell({ resource, record, name }: CellOf) {
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

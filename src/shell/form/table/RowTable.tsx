import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ClipboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { useWidth } from '#shell/list/use-width.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { Remark, RequiredMark } from '../sections/Field.tsx'
import { isUntouched } from '../store/cell.ts'
import { useCell, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { columnWidth, frameWidth, groupWidth, isNumeric, placeOfGroups, type ColumnPlan } from './columns.ts'
import { FetchButton } from './FetchButton.tsx'
import { type AddedRow, RowCards } from './RowCards.tsx'
import { RemovedRows } from './RemovedRows.tsx'
import { RowFilterBar } from './RowFilterBar.tsx'
import { RowLine } from './RowLine.tsx'
import { RowSources } from './RowSources.tsx'
import { TakeRows } from './taking/TakeRows.tsx'
import { TotalRow } from './TotalRow.tsx'
import { focusNeighbour, focusRow, rowKeys } from './use-keys.ts'
import { useColumnPlan, useIsFetched, useRequiredColumns, useRowActions, useRowIds } from './use-table.ts'
import { type ShownRow, useRowFilter } from './use-row-filter.ts'
import { useRowFile } from './import/use-row-file.tsx'
import { useWindow } from './use-window.ts'
import './table.css'

interface RowTableProps {
  readonly table: string
  readonly field: FieldDefinition
  /** Its heading; left out where the section's own says the same. */
  readonly title?: string
}

/** The rows of a document: a grid of inputs, or cards on a small screen. */
export function RowTable({ table, field, title }: RowTableProps) {
  const { t, label } = useFormText()
  const isMobile = useIsMobile()
  const store = useStore()
  const rows = useRowIds(table)
  const filter = useRowFilter(table, rows)
  const { isVisible, problem } = useCell({ key: table })
  const actions = useRowActions(table)
  const isFree = store.editable(table)
  const limit = field.max ?? 1000
  const [added, setAdded] = useState<AddedRow>()
  const file = useRowFile(table, limit)
  const isFetched = useIsFetched(table)
  const add = () => {
    const last = rowsAt(store.entered[table] === undefined ? store.value : store.entered, table).at(-1)
    const blank = last && isUntouched(last) ? rowIdOf(last) : undefined
    if (!isFetched && (blank !== undefined || rows.length < limit)) setAdded({ rowId: blank ?? actions.add() })
  }
  if (!isVisible) return null
  return (
    <div className={isFree ? 'oa-rowtable' : 'oa-rowtable is-fixed'} data-cell={table} role="group" aria-label={label(field)}>
      <div className="oa-section-title">
        <h2>
          {title ?? label(field)}
          <span className="num">{rows.length}</span>
        </h2>
        {isFree && (isFetched ? <FetchButton table={table} fetching={field.fetches} /> : (
          <span className="oa-rowtable-adds">
            <TakeRows table={table} limit={limit} />
            {file.button}
            <Button data-adds icon={<PlusOutlined />} disabled={rows.length >= limit} aria-keyshortcuts="Alt+N"
              data-tip={`${t('addRow')} Alt N`} onClick={add}
            >
              {t('addRow')}
            </Button>
          </span>
        ))}
      </div>
      <RowFilterBar filter={filter} />
      {isMobile
        ? <RowCards table={table} field={field} rows={filter.shown} isFree={isFree} added={added} />
        : (
          <Grid table={table} field={field} rows={filter.shown} count={rows.length} isFree={isFree} isFetched={isFetched} added={added}
            onAdd={add} onPaste={file.paste} />
        )}
      <RemovedRows table={table} field={field} />
      <RowSources table={table} isFetched={isFetched} />
      {file.failures}
      <Remark id={table} problem={problem} />
    </div>
  )
}

interface GridProps {
  readonly table: string
  readonly field: FieldDefinition
  readonly rows: readonly ShownRow[]
  /** Rows of the table, shown or not. */
  readonly count: number
  readonly isFree: boolean
  readonly isFetched: boolean
  readonly added: AddedRow | undefined
  onAdd(): void
  onPaste?(event: ClipboardEvent<HTMLElement>): void
}

function Grid({ table, field, rows, count, isFree, isFetched, added, onAdd, onPaste }: GridProps) {
  const { t } = useFormText()
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const store = useStore()
  const plan = useColumnPlan(table, useWidth(frame) || 820)
  const actions = useRowActions(table)
  const { from, to, above, below } = useWindow(body, rows.length)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((rowId: string) => setOpen((before) => toggled(before, rowId)), [])
  useEffect(() => {
    if (added) focusRow(frame.current, added.rowId)
  }, [added])
  const remove = useCallback((rowId: string) => {
    focusNeighbour(frame.current, rowId)
    actions.remove(rowId)
  }, [actions])
  const last = () => {
    const row = rowsAt(store.entered[table] === undefined ? store.value : store.entered, table).at(-1)
    return row && !isUntouched(row) ? rowIdOf(row) : undefined
  }
  const extra = (hasMore(plan) ? 1 : 0) + (isFree ? 1 : 0)

  return (
    <div ref={frame} className="oa-rowtable-frame" onPaste={onPaste}
      onKeyDown={rowKeys({ add: onAdd, move: actions.move, isOpen: isFree, last })}
    >
      <table>
        <Head table={table} columns={field.columns ?? {}} plan={plan} isFree={isFree} />
        <tbody ref={body}>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.slice(from, to).map(({ rowId, index }) => (
            <RowLine key={rowId} table={table} rowId={rowId} index={index} main={plan.main} groups={plan.groups} rest={plan.rest}
              isOpen={open.has(rowId)} isFree={isFree} isFetched={isFetched} onToggle={toggle} onCopy={actions.copy} onRemove={remove} />
          ))}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
          {count === 0 && (
            <tr>
              <td colSpan={plan.main.length + plan.groups.length + 1 + extra} className="oa-rowtable-none">{t('noRows')}</td>
            </tr>
          )}
        </tbody>
        <TotalRow table={table} main={plan.main} groups={plan.groups.length} extra={extra} />
      </table>
    </div>
  )
}

interface HeadProps {
  readonly table: string
  readonly columns: Fields
  readonly plan: ColumnPlan
  readonly isFree: boolean
}

function Head({ table, columns, plan, isFree }: HeadProps) {
  const { t, label } = useFormText()
  const required = useRequiredColumns(table)
  const at = placeOfGroups(plan.main, columns)
  const fieldsOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const column = columns[name]
      return column
        ? [{ name, title: column, width: columnWidth(column), isNumber: isNumeric(column), isRequired: required.includes(name) }]
        : []
    })
  const heads = [
    ...fieldsOf(plan.main.slice(0, at)),
    ...plan.groups.map((group) => ({ name: group.shows, title: group, width: groupWidth, isNumber: false,
      isRequired: group.columns.some((column) => required.includes(column)) })
    ),
    ...fieldsOf(plan.main.slice(at)),
  ]
  return (
    <>
      <colgroup>
        <col style={{ width: frameWidth.number }} />
        {heads.map(({ name, width }) => <col key={name} style={{ width }} />)}
        {hasMore(plan) && <col style={{ width: plan.groups.length > 0 ? frameWidth.opener : frameWidth.more }} />}
        {isFree && <col style={{ width: frameWidth.actions }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="oa-rowtable-number">#</th>
          {heads.map(({ name, title, isNumber, isRequired }) => (
            <th key={name} scope="col" className={isNumber ? 'is-number' : undefined}>
              {label(title)}
              {isRequired && <RequiredMark />}
            </th>
          ))}
          {hasMore(plan) && (
            <th scope="col">
              <span className="unseen">{t('details')}</span>
            </th>
          )}
          {isFree && (
            <th scope="col">
              <span className="unseen">{t('rowActions')}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  )
}

/** Returns whether rows hold more than their groups show. */
const hasMore = ({ rest, groups }: ColumnPlan) => rest.some((column) => !groups.some((group) => group.columns.includes(column)))

function toggled(before: ReadonlySet<string>, rowId: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(rowId)) after.add(rowId)
  return after
}

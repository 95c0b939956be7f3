import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Modal } from 'antd'
import { type ClipboardEvent, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { TableRows } from '#kernel/answers.ts'
import { useIsMobile, useWidth } from '#shell/parts/use-media.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { ImportResult } from '#shell/background-tasks/ImportResult.tsx'
import '#shell/background-tasks/background-tasks.css'
import { Remark, RequiredMark } from '../sections/Field.tsx'
import { isUntouched } from '../store/cell.ts'
import { useCell, useStore } from '../store/use-store.ts'
import { useFormText } from '../texts.ts'
import { type ColumnPlan, columnWidth, frameWidth, groupWidth, isNumeric, placeOfGroups } from './columns.ts'
import { FetchButton, TakeRows } from './taking/row-sources.tsx'
import { type AddedRow, RowCards } from './RowCards.tsx'
import { RemovedRows, TotalRow } from './FootRows.tsx'
import { RowLine } from './RowLine.tsx'
import { focusNeighbour, focusRow, type RowFilter, rowKeys, type ShownRow, useColumnPlan, useIsFetched, useRequiredColumns, useRowActions,
  useRowFilter, useRowIds } from './use-table.ts'
import { RowImport, usePaste } from './import/RowImport.tsx'
import './table.css'

interface RowTableProps {
  readonly table: string
  readonly field: FieldDefinition
  /** Heading; absent if it equals the section's. */
  readonly title?: string
}

/** An editable table of a document: a grid, or cards on a small screen. */
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
    <div className={isFree ? 'oa-rowtable narrow' : 'oa-rowtable is-fixed narrow'} data-cell={table} role="group" aria-label={label(field)}>
      <div className="oa-section-title row gap-12 between">
        <h2>
          {title ?? label(field)}
          <span className="num">{rows.length}</span>
        </h2>
        {isFree &&
          (isFetched ? <FetchButton table={table} fetching={field.fetches} /> : (
            <span className="oa-rowtable-adds inline-flex gap-8">
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
  /** Number of rows, including filtered ones. */
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
    <div ref={frame} className="oa-rowtable-frame framed round-8 scroll-x above-6" onPaste={onPaste}
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

/** Returns whether rows have columns that are not in a group. */
const hasMore = ({ rest, groups }: ColumnPlan) => rest.some((column) => !groups.some((group) => group.columns.includes(column)))

function toggled(before: ReadonlySet<string>, rowId: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(rowId)) after.add(rowId)
  return after
}

/** The row sources of modules, while the initiator may add rows. */
function RowSources({ table, isFetched }: { table: string; isFetched: boolean }) {
  const { rowSources = [] } = useRoutes().config
  const store = useStore()
  const columns = store.form.fields[table]?.columns ?? {}
  const meant = store.at === 'start' && !isFetched && store.editable(table)
    ? rowSources.filter(({ of }) => keyAs(columns, of) !== undefined)
    : []
  if (meant.length === 0) return null
  return (
    <div className="oa-rowsources above-6">
      <Suspense>{meant.map(({ id, component: Source }) => <Source key={id} table={table} />)}</Suspense>
    </div>
  )
}

/** Import and paste of rows; only for the initiator, and not on a phone. */
function useRowFile(table: string, limit: number) {
  const store = useStore()
  const isMobile = useIsMobile()
  const [failed, setFailed] = useState<TableRows>()
  const paste = usePaste(table, { limit, onFailed: setFailed })
  if (isMobile || store.at !== 'start' || !store.editable(table)) return {}
  return {
    button: <RowImport table={table} limit={limit} onFailed={setFailed} />,
    paste,
    failures: <FailedRows answer={failed} onClose={() => setFailed(undefined)} />,
  }
}

/** A dialog with the imported or pasted rows that were refused, with reasons. */
function FailedRows({ answer, onClose }: { answer: TableRows | undefined; onClose(): void }) {
  const { t } = useFormText()
  const taken = answer ? answer.total - answer.failed : 0
  return (
    <Modal open={answer !== undefined} width={560} title={t('rowsWrong')} footer={null} onCancel={onClose}>
      {answer && (
        <ImportResult
          answer={{ ...answer, importId: '', success: taken, added: taken, changed: 0, unchanged: 0, cancelled: false }}
        />
      )}
    </Modal>
  )
}

/** Above a long table: a search field, and a filter for rows with problems. */
function RowFilterBar({ filter }: { readonly filter: RowFilter }) {
  const { t } = useFormText()
  if (!filter.isOffered) return null
  return (
    <div className="oa-rowfilter row wrap gap-8-16" role="search">
      <Input allowClear size="small" prefix={<SearchOutlined aria-hidden />} aria-label={t('findRows')} placeholder={t('findRows')}
        value={filter.keyword} maxLength={60} onChange={({ target }) => filter.search(target.value)} />
      {(filter.open > 0 || filter.onlyOpen) && (
        <Checkbox checked={filter.onlyOpen} onChange={({ target }) => filter.showOpen(target.checked)}>
          {t('onlyOpen', { count: filter.open })}
        </Checkbox>
      )}
      {filter.shown.length === 0 && <span role="status">{t('noRowFound')}</span>}
    </div>
  )
}

/** Number of rows above which the table is virtualised. */
const manyRows = 50

/** Height of a collapsed row in pixels. */
const rowHeight = 41

/** Number of rows rendered above and below the visible ones. */
const margin = 12

interface Window {
  readonly from: number
  readonly to: number
  /** Height in pixels of the rows above and below. */
  readonly above: number
  readonly below: number
}

/** The range of rendered rows of a long table, by the scroll position. */
function useWindow(body: RefObject<HTMLElement | null>, count: number): Window {
  const isLong = count > manyRows
  const [from, setFrom] = useState(0)
  const [visible, setVisible] = useState(30)

  useEffect(() => {
    const element = body.current
    const scroller = element && scrollerOf(element.closest<HTMLElement>('.oa-rowtable-frame') ?? element)
    if (!isLong || !element || !scroller) return
    const follow = () => {
      const hidden = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
      setFrom(Math.max(0, Math.floor(hidden / rowHeight) - margin))
      setVisible(Math.ceil(scroller.clientHeight / rowHeight) + 2 * margin)
    }
    follow()
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [body, isLong])

  if (!isLong) return { from: 0, to: count, above: 0, below: 0 }
  const start = Math.min(from, Math.max(0, count - visible))
  const to = Math.min(count, start + visible)
  return { from: start, to, above: start * rowHeight, below: (count - to) * rowHeight }
}

/** The vertically scrolling ancestor; the table's own frame scrolls horizontally only. */
function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return undefined
}

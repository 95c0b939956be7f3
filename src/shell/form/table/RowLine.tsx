import { CopyOutlined, DeleteOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type FocusEvent, memo, useEffect, useId, useMemo } from 'react'
import type { ColumnGroup, FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { ExceptionSign, isConcerned, RowExceptions, useIsRefused,
  useRowExceptions } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { CellControl, Field } from '../sections/Field.tsx'
import { type CellName, nameOfCell } from '../store/cell.ts'
import { type CellView, useCell, usePart, useStore } from '../store/use-store.ts'
import { FormContext } from '../FormContext.tsx'
import { useFormText } from '../texts.ts'
import { isNumeric, placeOfGroups } from './columns.ts'
import { GroupCell, MoreCell } from './GroupCell.tsx'
import { dropBlankRows } from '../store/blank-rows.ts'
import type { FormStore } from '../store/form-store.ts'

/**
 * Removes an untouched row when it loses the focus. Popups of its inputs count as inside, because React bubbles their focus events. The
 * removal waits for the release of key or pointer, so that the clicked element does not move.
 */
function useBlankRow(table: string, rowId: string) {
  const store = useStore()
  const row = useMemo(() => watchFocus(store, table, rowId), [store, table, rowId])
  useEffect(() => {
    return row.stay
  }, [row])
  return row
}

function watchFocus(store: FormStore, table: string, rowId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = () => {
    const isInside = document.activeElement?.closest(`[data-row="${CSS.escape(rowId)}"]`)
    if (!isInside && !store.uploads.isUnderWay()) dropBlankRows(store, nameOfCell({ key: table, rowId }))
  }
  const stay = () => {
    clearTimeout(timer)
    removeEventListener('keyup', released, true)
    removeEventListener('pointerup', released, true)
  }
  const released = () => {
    stay()
    timer = setTimeout(drop)
  }
  const leave = () => {
    addEventListener('keyup', released, true)
    addEventListener('pointerup', released, true)
  }
  return { stay, leave }
}

export interface RowLineProps {
  readonly table: string
  readonly rowId: string
  readonly index: number
  readonly main: readonly string[]
  readonly groups: readonly ColumnGroup[]
  readonly rest: readonly string[]
  readonly isOpen: boolean
  /** Rows may be added and removed. */
  readonly isFree: boolean
  /** Rows come from another system and cannot be copied. */
  readonly isFetched: boolean
  onToggle(rowId: string): void
  onCopy(rowId: string): void
  onRemove(rowId: string): void
}

/** A row: main columns in the grid, the others below when it is expanded. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { table, rowId, index, main, groups, rest, isOpen, onToggle } = props
  const store = useStore()
  const { t } = useFormText()
  const id = useId()
  const columns: Fields = store.form.fields[table]?.columns ?? {}
  const at = placeOfGroups(main, columns)
  const closed = rest.filter((column) => !groups.some((group) => group.columns.includes(column)))
  const blank = useBlankRow(table, rowId)
  const exceptions = useRowExceptions({ table, rowId, place: index + 1 })
  const look = useRowLook({ table, rowId, index, isOpen, isMarked: exceptions.length > 0 })
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) &&
      !(relatedTarget instanceof Element && relatedTarget.closest(`[data-row="${rowId}"]`))) {
      for (const column of [...main, ...rest]) store.leave({ key: table, rowId, column })
    }
    blank.leave()
  }
  const cellOf = (column: string) => {
    const field = columns[column]
    return field && (
      <td key={column} data-cell={nameOfCell({ key: table, rowId, column })} className={cellClass(field, isConcerned(exceptions, column))}>
        <RowCell cell={{ key: table, rowId, column }} id={`${id}-${column}`}
          label={t('cellName', { label: bilingual(field), n: index + 1 })} />
      </td>
    )
  }
  const cells = main.length + groups.length + Number(closed.length > 0) + Number(props.isFree)
  return (
    <FormContext row={{ key: table, rowId }}>
      <tr data-row={rowId} data-place={`${table} ${index + 1}`} className={look} onFocus={blank.stay} onBlur={leave}>
        <th scope="row" className="oa-rowtable-number num">
          <span className="unseen">{t('row', { n: index + 1 })}</span>
          {exceptions.length > 0 ? <ExceptionSign /> : <span aria-hidden>{index + 1}</span>}
        </th>
        {main.slice(0, at).map(cellOf)}
        {groups.map((group) => (
          <td key={group.shows} className={isConcerned(exceptions, ...group.columns) ? 'is-exception' : undefined}>
            <GroupCell table={table} rowId={rowId} index={index} group={group} isOpen={isOpen} onToggle={onToggle}
              controls={`${id}-rest`} />
          </td>
        ))}
        {main.slice(at).map(cellOf)}
        {closed.length > 0 && (
          <td>
            <MoreCell table={table} rowId={rowId} index={index} rest={closed} isBare={groups.length > 0} isOpen={isOpen} onToggle={onToggle}
              controls={`${id}-rest`} />
          </td>
        )}
        {props.isFree && (
          <td className="oa-rowtable-actions">
            <RowButtons {...props} />
          </td>
        )}
      </tr>
      {exceptions.length > 0 && (
        <tr className="oa-exception-row">
          <td />
          <td colSpan={cells}>
            <RowExceptions exceptions={exceptions} />
          </td>
        </tr>
      )}
      {isOpen && (
        <tr data-row={rowId} className="oa-rowtable-rest" id={`${id}-rest`} onFocus={blank.stay} onBlur={leave}>
          <td colSpan={1 + cells}>
            <div className="oa-grid grid">
              {rest.map((column) => columns[column] && <Field key={column} field={columns[column]} cell={{ key: table, rowId, column }} />)}
            </div>
          </td>
        </tr>
      )}
    </FormContext>
  )
})

interface RowLook extends Pick<RowLineProps, 'table' | 'rowId' | 'index' | 'isOpen'> {
  readonly isMarked: boolean
}

function useRowLook({ table, rowId, index, isOpen, isMarked }: RowLook): string | undefined {
  const struckBy = useStore().form.fields[table]?.struckBy
  const isOff = usePart((current) => struckBy !== undefined && current.read({ key: table, rowId, column: struckBy }) === true)
  const isFresh = usePart(({ marks }) => marks.at(nameOfCell({ key: table, rowId }))?.tone === 'fresh')
  const looks = { 'is-open': isOpen, 'is-fresh': isFresh, 'is-struck': isOff, 'is-refused': useIsRefused(table, index + 1),
    'has-exceptions': isMarked }
  return Object.entries(looks).flatMap(([name, holds]) => (holds ? [name] : [])).join(' ') || undefined
}

const cellClass = (field: FieldDefinition, isExceptional: boolean) =>
  [isNumeric(field) && 'is-number', isExceptional && 'is-exception'].filter(Boolean).join(' ') || undefined

/** A cell of the grid; if it is empty, its placeholder shows the problem. */
function RowCell({ cell, id, label }: { cell: CellName; id: string; label: string }) {
  const store = useStore()
  const text = useFormText()
  const field = columnOf(store.form, cell)
  const view = useCell(cell)
  if (!field || !view.isVisible) return <span className="oa-nothing">—</span>
  const { tone, said } = noteIn(view, text)
  return (
    <div className={`oa-cell ${tone ? `is-${tone}` : ''}`}>
      <CellControl field={field} cell={cell} view={view} id={id} label={label} isCell />
      {tone === 'wrong' ? <span id={`${id}-note`} className={noteClass(field, view.value)}>{said}</span> : <CellNote id={id} said={said} />}
    </div>
  )
}

/** Message and tone of a cell: of its problem, else of its mark. */
function noteIn({ problem, mark }: CellView,
  { locale, any, label }: ReturnType<typeof useFormText>): { readonly tone?: 'wrong' | 'doubtful'; readonly said: string | undefined } {
  if (problem) return { tone: problem.level === 'warn' ? 'doubtful' : 'wrong', said: problem.sentence(locale, any) }
  const said = mark?.text && label(mark.text)
  return mark?.tone === 'doubtful' ? { tone: 'doubtful', said } : { said }
}

/** The message of a cell without problem: a tooltip, and for screen readers. */
function CellNote({ id, said }: { id: string; said: string | undefined }) {
  return said && (
    <>
      <span id={`${id}-note`} className="unseen">{said}</span>
      <ExclamationCircleOutlined className="oa-cell-mark orange absolute" aria-hidden data-tip={said} />
    </>
  )
}

const columnOf = ({ fields }: Form, { key, column = '' }: CellName) => fields[key]?.columns?.[column]

/** The class of a problem's message; visually hidden for an empty cell, whose placeholder shows it. */
const noteClass = (field: FieldDefinition, value: unknown) => (kindOf(field).empty(value ?? null) ? 'unseen' : 'oa-field-problem')

function RowButtons({ rowId, index, isFetched, onCopy, onRemove }: RowLineProps) {
  const { t } = useFormText()
  const n = index + 1
  return (
    <>
      {!isFetched && (
        <Tooltip title={t('copyRow', { n })}>
          <Button type="text" size="small" icon={<CopyOutlined />} aria-label={t('copyRow', { n })} onClick={() => onCopy(rowId)} />
        </Tooltip>
      )}
      <Tooltip title={t('removeRow', { n })}>
        <Button type="text" size="small" data-removes={rowId} icon={<DeleteOutlined />} aria-label={t('removeRow', { n })}
          onClick={() => onRemove(rowId)} />
      </Tooltip>
    </>
  )
}

import { Fragment, useEffect, useMemo, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { useMonthInView } from '#shell/parts/use-month-in-view.ts'
import { useAppearance } from '#shell/theme/appearance.ts'
import { amountText, shownOf, type AmountUnit, type FigureView } from '../figures.ts'
import { cellOf, type BudgetGridRow, type FigureSelection, selectionOf } from '../rows.ts'
import { useBudgetText } from '../text.ts'
import type { BudgetYear, BudgetLine } from '../wire.ts'
import { BareRow, GroupRow, LineRow } from './GridRows.tsx'
import { GridHead } from './GridHead.tsx'
import { cellAt, useGridKeys } from './use-grid-keys.ts'
import { useRowWindow } from './use-window.ts'

interface BudgetGridProps {
  readonly year: BudgetYear
  readonly rows: readonly BudgetGridRow[]
  readonly view: FigureView
  readonly unit: AmountUnit
  /** 1–12 where the year is this one. */
  readonly thisMonth: number | undefined
  readonly selection: FigureSelection | undefined
  readonly canEdit: boolean
  /** Key of the line that is being edited, and its row. */
  readonly edited: string | undefined
  readonly editor: ReactNode
  readonly isRefreshing: boolean
  onSelect(selection: FigureSelection): void
  onFold(department: string): void
  onAct(name: 'edit' | 'history', line: BudgetLine): void
}

/** Twelve months of each department and category; a long year draws only what can be seen. */
export function BudgetGrid(props: BudgetGridProps) {
  const { year, rows, view, unit, thisMonth, selection, canEdit, edited, editor, isRefreshing, onSelect, onFold, onAct } = props
  const { t } = useBudgetText()
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const heights = useHeights(rows)
  const drawn = useRowWindow(scroller, heights)
  const act = (name: 'edit' | 'history', key: string) => {
    const row = rows.find((each) => each.kind === 'line' && each.key === key)
    if (row?.kind === 'line' && row.line.id !== null && (name === 'history' || canEdit)) onAct(name, row.line)
  }
  const keys = useGridKeys({ table, rows, act, reveal: (index) => reveal(scroller.current, drawn.topOf(index), heights[index] ?? 0) })
  const selected = selection && cellOf(selection)
  useSelectedInView(selected && `${selected.row} ${selected.column}`, () => selected && cellAt(table.current, selected))
  useMonthInView(scroller)

  const choose = (row: BudgetGridRow | undefined, column: string) => {
    if (row?.kind !== 'line' && row?.kind !== 'group') return
    if (column === 'name') onFold(row.key)
    else onSelect(selectionOf(row, column === 'year' || column === 'available' ? 'year' : Number(column), year.setting))
  }
  const press = ({ target }: MouseEvent) => {
    const pressed = pressedIn(target)
    if (!pressed) return
    const { key, column, action } = pressed
    if (action === 'edit' || action === 'history') act(action, key)
    else if (column !== undefined) choose(rows.find((row) => row.key === key), column)
  }
  const placeIn = (row: BudgetGridRow,
    place: { row: string; column: string } | undefined) => (place?.row === row.key ? place.column : undefined)
  const draw = (row: BudgetGridRow) => {
    const shown = { view, unit, current: placeIn(row, keys.current), selected: placeIn(row, selected) }
    if (row.kind === 'group') return <GroupRow key={row.key} row={row} {...shown} />
    if (row.kind === 'bare') return <BareRow key={row.key} row={row} />
    // Its place is kept by the row; the editor draws it with the line.
    if (row.kind === 'strip') return null
    if (row.key === edited) return <Fragment key={row.key}>{editor}</Fragment>
    return <LineRow key={row.key} row={row} canEdit={canEdit} {...shown} />
  }
  return (
    <div className="oa-budget-scroll" ref={scroller} aria-busy={isRefreshing}>
      {isRefreshing && <div className="oa-refresh-bar" />}
      <table ref={table} className="oa-budget-grid" data-view={view}
        style={{ '--month': `${monthWidth(year, view, unit)}px` } as CSSProperties} aria-label={t('gridName', { year: year.setting.year })}
        aria-rowcount={rows.length + 1} onClick={press} onKeyDown={keys.press} onFocus={keys.follow}
      >
        <colgroup>
          <col className="is-name" />
          <col className="is-ratio" />
          <col className="is-year" />
          <col className="is-available" />
          {Array.from({ length: 12 }, (_, month) => <col key={month} className="is-month" />)}
        </colgroup>
        <GridHead setting={year.setting} thisMonth={thisMonth} />
        <tbody>
          {drawn.above > 0 && (
            <tr aria-hidden style={{ height: drawn.above }}>
              <td colSpan={16} />
            </tr>
          )}
          {rows.slice(drawn.from, drawn.to).map(draw)}
          {drawn.below > 0 && (
            <tr aria-hidden style={{ height: drawn.below }}>
              <td colSpan={16} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The target of a press inside of the grid. */
function pressedIn(target: EventTarget): { key: string; column: string | undefined; action: string | undefined } | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-column], button[data-act]') : null
  const key = button?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return button && key !== undefined ? { key, column: button.dataset['column'], action: button.dataset['act'] } : undefined
}

/** Pixels of the strip under an edited line. */
const stripHeight = 88

function useHeights(rows: readonly BudgetGridRow[]): readonly number[] {
  const { density } = useAppearance()
  return useMemo(() => rows.map(({ kind }) => (kind === 'strip' ? stripHeight : density === 'compact' ? 29 : 35)), [rows, density])
}

/** Months are as wide as their longest figure, and all alike. */
function monthWidth({ groups, records }: BudgetYear, view: FigureView, unit: AmountUnit): number {
  const longest = [...groups, ...records].flatMap(({ months }) => months).reduce(
    (most, month) => Math.max(most, amountText(shownOf(month, view), unit).length),
    0,
  )
  return Math.max(64, Math.ceil(longest * 6.9) + 14)
}

/** Pixels of the head, which stays at the top. */
const headHeight = 36

function reveal(scroller: HTMLElement | null, top: number, height: number): void {
  if (!scroller) return
  const lowest = top + height + headHeight - scroller.clientHeight
  if (top < scroller.scrollTop) scroller.scrollTo({ top })
  else if (lowest > scroller.scrollTop) scroller.scrollTo({ top: lowest })
}

/** When the panel opens beside the grid, the chosen cell stays to be seen. */
function useSelectedInView(key: string | undefined, find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(() => {
    if (key === undefined) return
    const frame = requestAnimationFrame(() => latest.current()?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [key])
}

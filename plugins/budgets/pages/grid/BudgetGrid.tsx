import { type CSSProperties, type FocusEvent, Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect,
  useMemo, useRef, useState } from 'react'
import { useMonthInView } from '#shell/parts/use-month-in-view.ts'
import { useAppearance } from '#shell/theme/appearance.ts'
import type { YearSetting } from '#plugins/budgets/budget-year.ts'
import { amountText, type AmountUnit, type FigureView, shownOf } from '../figures.ts'
import { type BudgetGridRow, cellOf, type FigureSelection, selectionOf } from '../rows.ts'
import { countedSpan, monthKey, spanOf, useBudgetText } from '../texts.ts'
import type { BudgetLine, BudgetYear } from '../wire.ts'
import { BareRow, GroupRow, LineRow } from './GridRows.tsx'

/** Columns navigated by the arrow keys. */
const columns = ['name', 'year', 'available', ...Array.from({ length: 12 }, (_, index) => String(index + 1))]

interface CellPosition {
  readonly row: string
  readonly column: string
}

interface GridKeys {
  readonly table: RefObject<HTMLTableElement | null>
  readonly rows: readonly BudgetGridRow[]
  /** Scrolls to a row that is not rendered. */
  reveal(index: number): void
  /** Performs an action on a line. */
  act(name: 'edit' | 'history', row: string): void
}

const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
  ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] }

const actions: Readonly<Record<string, 'edit' | 'history'>> = { e: 'edit', h: 'history' }

/** Keyboard navigation with a roving tab stop: arrows, Home and End move, E edits the line and H opens its history. */
function useGridKeys({ table, rows, reveal, act }: GridKeys) {
  const walked = rows.filter((row) => row.kind === 'group' || row.kind === 'line')
  const first = walked[0]
  const [place, setPlace] = useState<CellPosition>()
  const current = place && walked.some(({ key }) => key === place.row)
    ? place
    : first && { row: first.key, column: first.kind === 'group' ? 'name' : 'year' }
  const isWalking = useRef(false)

  useEffect(() => {
    if (!isWalking.current || !place) return
    const cell = cellAt(table.current, place)
    if (!cell) return
    isWalking.current = false
    cell.focus()
  })

  const go = (next: CellPosition) => {
    isWalking.current = true
    reveal(rows.findIndex(({ key }) => key === next.row))
    setPlace(next)
  }
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!current || isTyping(event)) return
    const key = event.key.toLowerCase()
    const row = walked.findIndex((each) => each.key === current.row)
    const action = actions[key]
    if (action && walked[row]?.kind === 'line') {
      // otherwise the letter would be typed into the field that opens
      event.preventDefault()
      return act(action, current.row)
    }
    const next = nextPlace(event.key, { row, column: columns.indexOf(current.column) }, walked)
    if (!next) return
    event.preventDefault()
    go(next)
  }
  /** Synchronizes the current cell with the focus, e.g. after a click. */
  const follow = ({ target }: FocusEvent<HTMLTableElement>) => {
    const column = target.dataset['column']
    const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (column !== undefined && row !== undefined && (row !== current?.row || column !== current.column)) setPlace({ row, column })
  }
  return { current, press, follow }
}

/** The rendered cell at a position; null if not rendered. */
const cellAt = (table: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-column="${column}"]`) ?? null

function nextPlace(key: string, { row, column }: { row: number; column: number }, walked: readonly BudgetGridRow[]):
  | CellPosition
  | undefined {
  const step = steps[key]
  const destination = step
    ? { row: row + step[0], column: column + step[1] }
    : key === 'Home'
    ? { row, column: 0 }
    : key === 'End'
    ? { row, column: columns.length - 1 }
    : undefined
  if (!destination) return undefined
  const target = walked[Math.min(Math.max(destination.row, 0), walked.length - 1)]
  if (!target) return undefined
  const least = target.kind === 'group' ? 0 : 1
  return { row: target.key, column: columns[Math.min(Math.max(destination.column, least), columns.length - 1)] ?? 'year' }
}

const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || (target instanceof Element && target.closest('input, textarea') !== null)

interface BudgetGridProps {
  readonly year: BudgetYear
  readonly rows: readonly BudgetGridRow[]
  readonly view: FigureView
  readonly unit: AmountUnit
  /** Current month, 1–12; undefined in other years. */
  readonly thisMonth: number | undefined
  readonly selection: FigureSelection | undefined
  readonly canEdit: boolean
  /** Key of the line being edited, and its editor row. */
  readonly edited: string | undefined
  readonly editor: ReactNode
  readonly isRefreshing: boolean
  onSelect(selection: FigureSelection): void
  onFold(department: string): void
  onAct(name: 'edit' | 'history', line: BudgetLine): void
}

/** Grid of departments and categories by month; virtualized for many rows. */
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
    // placeholder for the height: the editor renders its strip together with the line
    if (row.kind === 'strip') return null
    if (row.key === edited) return <Fragment key={row.key}>{editor}</Fragment>
    return <LineRow key={row.key} row={row} canEdit={canEdit} {...shown} />
  }
  return (
    <div className="oa-budget-scroll filled-column scroll" ref={scroller} aria-busy={isRefreshing}>
      {isRefreshing && <div className="oa-refresh-bar relative" />}
      <table ref={table} className="oa-budget-grid small wide" data-view={view}
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

/** Row, column and action of a click in the grid. */
function pressedIn(target: EventTarget): { key: string; column: string | undefined; action: string | undefined } | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-column], button[data-act]') : null
  const key = button?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return button && key !== undefined ? { key, column: button.dataset['column'], action: button.dataset['act'] } : undefined
}

/** Height in pixels of the strip below an edited line. */
const stripHeight = 88

function useHeights(rows: readonly BudgetGridRow[]): readonly number[] {
  const { density } = useAppearance()
  return useMemo(() => rows.map(({ kind }) => (kind === 'strip' ? stripHeight : density === 'compact' ? 29 : 35)), [rows, density])
}

/** Column width in pixels of all months: fits their longest figure. */
function monthWidth({ groups, records }: BudgetYear, view: FigureView, unit: AmountUnit): number {
  const longest = [...groups, ...records].flatMap(({ months }) => months).reduce(
    (most, month) => Math.max(most, amountText(shownOf(month, view), unit).length),
    0,
  )
  return Math.max(64, Math.ceil(longest * 6.9) + 14)
}

/** Height in pixels of the sticky header. */
const headHeight = 36

function reveal(scroller: HTMLElement | null, top: number, height: number): void {
  if (!scroller) return
  const lowest = top + height + headHeight - scroller.clientHeight
  if (top < scroller.scrollTop) scroller.scrollTo({ top })
  else if (lowest > scroller.scrollTop) scroller.scrollTo({ top: lowest })
}

/** Scrolls the selected cell into view after the side panel has opened and narrowed the grid. */
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

interface GridHeadProps {
  readonly setting: YearSetting
  /** Current month, 1–12; undefined in other years. */
  readonly thisMonth: number | undefined
}

/** Column headers; the current month is highlighted, and months outside the yearly figures are marked. */
function GridHead({ setting, thisMonth }: GridHeadProps) {
  const { t } = useBudgetText()
  const span = t('spanNote', spanOf(t, setting.startMonth, setting.endMonth))
  return (
    <thead>
      <tr>
        <th scope="col">{t('lineHead')}</th>
        <th scope="col" className="is-left">{t('ratioHead')}</th>
        <th scope="col" data-tip={span}>{countedSpan(t, 'spanShort', setting) ?? t('annualBudget')}</th>
        <th scope="col" data-tip={span}>{t('available')}</th>
        {Array.from({ length: 12 }, (_, index) => {
          const month = index + 1
          const isCounted = month >= setting.startMonth && month <= setting.endMonth
          return (
            <th key={month} scope="col" className={month === thisMonth ? 'is-now' : undefined}
              aria-current={month === thisMonth ? 'date' : undefined}
              data-tip={isCounted ? undefined : t('notCounted', spanOf(t, setting.startMonth, setting.endMonth))}
            >
              {t(monthKey(month))}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Number of rows below which all are rendered. */
const few = 80

/** Pixels rendered above and below the visible area. */
const margin = 420

interface RowWindow {
  readonly from: number
  readonly to: number
  /** Height in pixels of the rows not rendered, above and below. */
  readonly above: number
  readonly below: number
  /** Offset of a row in pixels from the first row. */
  topOf(index: number): number
}

/** Window of rendered rows of a virtualized grid, following the scroll position. `heights`: row heights in pixels. */
function useRowWindow(scroller: RefObject<HTMLElement | null>, heights: readonly number[]): RowWindow {
  const tops = useMemo(() => topsOf(heights), [heights])
  const [seen, setSeen] = useState({ top: 0, height: 900 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () =>
      setSeen((before) => {
        const next = { top: Math.floor(element.scrollTop / 100) * 100, height: element.clientHeight }
        return next.top === before.top && next.height === before.height ? before : next
      })
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [scroller])

  const total = tops.at(-1) ?? 0
  const topOf = (index: number) => tops[index] ?? total
  if (heights.length < few) return { from: 0, to: heights.length, above: 0, below: 0, topOf }
  const from = Math.max(0, firstAfter(tops, seen.top - margin) - 1)
  const to = Math.min(heights.length, firstAfter(tops, seen.top + seen.height + margin))
  return { from, to, above: topOf(from), below: total - topOf(to), topOf }
}

function topsOf(heights: readonly number[]): number[] {
  const tops = [0]
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height)
  return tops
}

/** Index of the first row that starts below an offset. */
function firstAfter(tops: readonly number[], place: number): number {
  let low = 0
  let high = tops.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}

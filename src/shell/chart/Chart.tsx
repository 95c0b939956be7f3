import type { ECElementEvent } from 'echarts/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { savesData, whenIdle } from '../routing/use-prefetch.ts'
import { Bar } from '../parts/Skeletons.tsx'
import { useAppearance } from '../theme/appearance.ts'
import { useText } from '../text.tsx'
import { type ChartColours, chartColours, type ChartOption } from './chart-option.ts'
import './chart.css'

/** The chart's data as a table, for screen readers and as a fallback. */
export interface ChartTable {
  readonly head: readonly string[]
  /** Rows; the first cell is the row's header. */
  readonly rows: readonly (readonly string[])[]
}

interface ChartProps {
  /** Accessible name: the chart's content in a sentence with its main figure. */
  readonly name: string
  /** Builds the chart's options. Has to be memoised: a new function redraws the chart. */
  readonly option: (colours: ChartColours) => ChartOption
  readonly table: ChartTable
  /** Height in pixels. */
  readonly height: number
  /** Called with the index (from 0) of a chosen category, point or slice. */
  onPick?(index: number): void
}

type ChartInstance = ReturnType<typeof import('./engine.ts').draw>

/** A chart, redrawn when the theme changes; in data saver mode only its table. */
export function Chart(props: ChartProps) {
  const { isDark } = useAppearance()
  if (savesData())
    return (
      <div className="oa-chart narrow relative">
        <Figures {...props} />
      </div>
    )
  return <Picture key={String(isDark)} {...props} />
}

/**
 * The chart in one theme. The engine is a lazy chunk, loaded when the page is idle. Arrow keys move between points, Enter chooses one.
 */
function Picture({ name, option, table, height, onPick }: ChartProps) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const { instance, isWaiting } = useChartInstance(frame, option, name)
  const [point, setPoint] = useState(-1)
  const last = table.rows.length - 1
  const [, ...heads] = table.head
  const spoken = table.rows[point]

  useEffect(() => {
    if (!instance || !onPick) return
    const pick = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
      if (isScattered(instance) || !instance.containPixel('grid', [offsetX, offsetY])) return
      const [index] = instance.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]) ?? []
      if (index !== undefined) onPick(index)
    }
    const pickPart = ({ dataIndex, seriesIndex, seriesType }: ECElementEvent) => {
      if ((isScattered(instance) || !instance.getOption()['grid']) && dataIndex !== undefined)
        onPick(seriesType === 'gauge' ? (seriesIndex ?? 0) : dataIndex)
    }
    const surface = instance.getZr()
    surface.on('click', pick)
    instance.on('click', pickPart)
    return () => {
      surface.off('click', pick)
      instance.off('click', pickPart)
    }
  }, [instance, onPick])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPoint(event.key, point, last)
    if (next === undefined) {
      if (event.key === 'Enter' && point >= 0) onPick?.(point)
      return
    }
    event.preventDefault()
    setPoint(next)
    instance?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: next })
  }
  return (
    <div className="oa-chart narrow relative">
      <div ref={frame} className={onPick ? 'oa-chart-frame is-open round-6 wide' : 'oa-chart-frame round-6 wide'} style={{ height }}
        role="img" aria-label={name} tabIndex={0} onKeyDown={onKeyDown} onBlur={() => instance?.dispatchAction({ type: 'hideTip' })} />
      {isWaiting && <Waiting height={height} />}
      <span className="oa-chart-spoken clip absolute" role="status">
        {spoken && `${spoken[0]}: ${heads.map((head, at) => `${head} ${spoken[at + 1]}`).join(', ')}`}
      </span>
      <details>
        <summary className="muted">{t('chart.table')}</summary>
        <Figures name={name} table={table} onPick={onPick} />
      </details>
    </div>
  )
}

/** Heights of the bars that stand in for a chart, as shares of its height. */
const standIns = [0.35, 0.6, 0.45, 0.75, 0.55, 0.65]

/** Placeholder over the frame until the engine has loaded; the engine itself empties the frame. */
const Waiting = ({ height }: Pick<ChartProps, 'height'>) => (
  <div className="oa-waiting oa-chart-waiting at-end flex absolute" style={{ height }} aria-hidden>
    {standIns.map((share) => <Bar key={share} width="8%" height={Math.round(height * share)} />)}
  </div>
)

/** Whether it is a scatter plot, in which a horizontal position does not identify a point. */
function isScattered(instance: ChartInstance): boolean {
  const series: unknown = instance.getOption()['series']
  return Array.isArray(series) &&
    series.some((each: unknown) => typeof each === 'object' && each !== null && 'type' in each && each.type === 'scatter')
}

function nextPoint(key: string, point: number, last: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(point + 1, last)
  if (key === 'ArrowLeft') return Math.max(point - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

function Figures({ name, table: { head, rows }, onPick }: Pick<ChartProps, 'name' | 'table' | 'onPick'>) {
  return (
    <div className="oa-chart-table scroll-x" tabIndex={0} role="group" aria-label={name}>
      <table className="collapsed small wide">
        <thead>
          <tr>{head.map((each) => <th key={each} scope="col">{each}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...cells], index) => (
            <tr key={first}>
              <th scope="row">
                {onPick ? <button type="button" className="plain accent" onClick={() => onPick(index)}>{first}</button> : first}
              </th>
              {cells.map((cell, at) => <td className="num" key={head[at + 1]}>{cell}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Creates the chart instance in its frame, and resizes it with the frame. */
function useChartInstance(frame: React.RefObject<HTMLDivElement | null>, option: ChartProps['option'],
  name: string): { readonly instance: ChartInstance | undefined; readonly isWaiting: boolean } {
  const [instance, setInstance] = useState<ChartInstance>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const element = frame.current
    let drawn: ChartInstance | undefined
    let isGone = false
    const resized = new ResizeObserver(() => drawn?.resize())
    const begin = async () => {
      const { draw } = await import('./engine.ts')
      if (isGone || !element) return
      drawn = draw(element)
      setInstance(drawn)
      resized.observe(element)
    }
    // if the engine fails to load, the table remains
    const cancel = whenIdle(() => void begin().catch(() => setFailed(true)))
    return () => {
      cancel()
      isGone = true
      resized.disconnect()
      drawn?.dispose()
      setInstance(undefined)
    }
  }, [frame])
  useEffect(() => {
    const base: ChartOption = { animation: false, textStyle: { fontFamily: 'inherit' },
      aria: { enabled: true, label: { description: name } } }
    // a separate task per chart keeps the page responsive
    const timer = setTimeout(() => instance?.setOption({ ...base, ...option(chartColours()) }, true))
    return () => clearTimeout(timer)
  }, [instance, option, name])
  return { instance, isWaiting: !instance && !isFailed }
}

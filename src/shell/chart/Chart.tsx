import type { ECElementEvent } from 'echarts/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../routing/idle.ts'
import { savesData } from '../routing/saves-data.ts'
import { useAppearance } from '../theme/appearance.ts'
import { useText } from '../text.tsx'
import { type ChartColours, chartColours, type ChartOption } from './chart-option.ts'
import './chart.css'

/** The same figures for readers, and for those who would rather read. */
export interface ChartTable {
  readonly head: readonly string[]
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[]
}

interface ChartProps {
  /** The content of the chart, in a sentence with its headline figure. */
  readonly name: string
  /** Has to stay the same value while what it draws from does. */
  readonly option: (colours: ChartColours) => ChartOption
  readonly table: ChartTable
  /** Pixels. */
  readonly height: number
  /** Opens what is behind a place of the horizontal axis, a scattered point or a part of the whole, from 0. */
  onPick?(index: number): void
}

type ChartInstance = ReturnType<typeof import('./engine.ts').draw>

/** A picture of figures, drawn anew in another look; those who save data get the figures alone. */
export function Chart(props: ChartProps) {
  const { isDark } = useAppearance()
  if (savesData())
    return (
      <div className="oa-chart">
        <Figures {...props} />
      </div>
    )
  return <Picture key={String(isDark)} {...props} />
}

/**
 * A picture in one look. Its engine is a chunk of its own, loaded when a page with a picture is at rest.
 * Arrow keys go from point to point, Enter opens one.
 */
function Picture({ name, option, table, height, onPick }: ChartProps) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const instance = useChartInstance(frame, option, name)
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
    <div className="oa-chart">
      <div ref={frame} className={onPick ? 'oa-chart-frame is-open' : 'oa-chart-frame'} style={{ height }} role="img" aria-label={name}
        tabIndex={0} onKeyDown={onKeyDown} onBlur={() => instance?.dispatchAction({ type: 'hideTip' })} />
      <span className="oa-chart-spoken" role="status">
        {spoken && `${spoken[0]}: ${heads.map((head, at) => `${head} ${spoken[at + 1]}`).join(', ')}`}
      </span>
      <details>
        <summary>{t('chart.table')}</summary>
        <Figures name={name} table={table} onPick={onPick} />
      </details>
    </div>
  )
}

/** Points lie anywhere between the axes; a place of the horizontal one names none of them. */
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
    <div className="oa-chart-table" tabIndex={0} role="group" aria-label={name}>
      <table>
        <thead>
          <tr>{head.map((each) => <th key={each} scope="col">{each}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...cells], index) => (
            <tr key={first}>
              <th scope="row">{onPick ? <button type="button" className="plain" onClick={() => onPick(index)}>{first}</button> : first}</th>
              {cells.map((cell, at) => <td className="num" key={head[at + 1]}>{cell}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The picture in its frame, drawn anew in another size. */
function useChartInstance(frame: React.RefObject<HTMLDivElement | null>, option: ChartProps['option'], name: string):
  | ChartInstance
  | undefined {
  const [instance, setInstance] = useState<ChartInstance>()
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
    // Without its engine, the table is left.
    const cancel = whenIdle(() => void begin().catch(() => undefined))
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
    // Each picture of a page in a task of its own, between which the browser answers.
    const timer = setTimeout(() => instance?.setOption({ ...base, ...option(chartColours()) }, true))
    return () => clearTimeout(timer)
  }, [instance, option, name])
  return instance
}

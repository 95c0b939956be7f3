import { useCallback, useMemo } from 'react'
import type { StatisticsChart } from '#plugins/statistics/statistics-page.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { figureText } from '../../figures.ts'
import { timeNames } from '../../times.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { type Arrangement, columnsOption, cumulativeShares, seriesColours } from './columns-option.ts'
import { Section } from './Section.tsx'

/** Days, months or values as columns or lines. */
export function Columns({ page, chart, figures: { points, series }, unit, today, onOpen }: ChartProps) {
  const { t, label, name, locale } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const isTimed = chart.kind === 'columns' || chart.kind === 'lines'
  const time = points[0]?.value.length === 'yyyy-MM-dd'.length ? 'day' : 'month'
  const key = isTimed ? time : chart.by
  const open = useCallback((at: number) => {
    const point = points[at]
    // the aggregate of the remaining values cannot be opened
    if (point !== undefined && key !== undefined && point.value !== '…') onOpen({ [key]: point.value }, name(point.name), chart.measure)
  }, [points, onOpen, key, name, chart.measure])
  const drawn = useMemo(() => {
    if (!measure) return undefined
    const arrangement = arrangementOf(chart, series.length)
    const text = (figure: string | null) => figureText(figure, measure, unit)
    const parts = series.map(({ of, values }) => ({ name: name(of.name), values }))
    const sums = points.map((_, at) => sumMoney(parts.map(({ values }) => values[at])).toFixed())
    const names = points.map((point) => name(point.name))
    return {
      parts,
      isNothing: parts.every(({ values }) => values.every((figure) => decimalOf(figure)?.isZero() ?? true)),
      total: text(totalOf(chart, arrangement, { sums, first: parts[0]?.values ?? [] })),
      option: columnsOption({ months: isTimed ? timeNames(names, locale) : names, series: parts, sums, arrangement,
        current: currentOf(points, today), text, axis: (value) => (value === 0 ? '0' : figureText(String(value), measure, unit, 0)),
        ...(arrangement === 'stack' && { total: t('total') }) }),
      table: tableOf({ first: isTimed ? t(time) : label(chart), names, parts, further: furtherColumn({ arrangement, parts, sums, text, t }),
        text }),
    }
  }, [measure, points, series, unit, today, name, t, label, chart, isTimed, time, locale])
  if (!drawn) return null
  return (
    <Section chart={chart} isNothing={drawn.isNothing}>
      {drawn.parts.length > 1 && <Key names={drawn.parts.map((part) => part.name)} isLines={chart.kind === 'lines'} />}
      <Chart name={t('chartName', { name: label(chart), total: drawn.total })} option={drawn.option} table={drawn.table} height={264} {
        // cumulative figures include earlier months, so a month has no documents of its own to open
        ...(!chart.isRunning && { onPick: open })
      } />
    </Section>
  )
}

/** Index of the running month or day among the points. */
const currentOf = (points: ChartProps['figures']['points'], today: string): number =>
  points.findIndex(({ value }) => value.length >= 'yyyy-MM'.length && value === today.slice(0, value.length))

function arrangementOf({ kind, by }: StatisticsChart, series: number): Arrangement {
  if (kind === 'lines' || kind === 'pareto') return kind
  return by === undefined && series > 1 ? 'side' : 'stack'
}

interface TotalColumns {
  readonly sums: readonly string[]
  /** Values of the first series. */
  readonly first: readonly (string | null)[]
}

/** The chart’s total: all series if they are additive, else the first one; the last point for cumulative figures. */
function totalOf({ isRunning }: StatisticsChart, arrangement: Arrangement, { sums, first }: TotalColumns): string | null {
  return isRunning ? (first.at(-1) ?? null) : sumMoney(adds(arrangement) ? sums : first).toFixed()
}

/** Returns whether the series of a point are additive. */
const adds = (arrangement: Arrangement): boolean => arrangement === 'stack' || arrangement === 'pareto'

interface ColumnPart {
  readonly name: string
  readonly values: readonly (string | null)[]
}

interface Further {
  readonly arrangement: Arrangement
  readonly parts: readonly ColumnPart[]
  readonly sums: readonly string[]
  text(figure: string | null): string
  t(key: 'total' | 'together'): string
}

/** Extra column of the data table: the sum of the series, or the cumulative share. */
function furtherColumn(
  { arrangement, parts, sums, text, t }: Further,
): { readonly head: string; readonly cells: readonly string[] } | undefined {
  if (arrangement === 'pareto') return { head: t('together'), cells: cumulativeShares(parts[0]?.values ?? []).map((share) => `${share}%`) }
  return arrangement === 'stack' && parts.length > 1 ? { head: t('total'), cells: sums.map(text) } : undefined
}

interface TableInput extends Pick<Further, 'parts' | 'text'> {
  readonly first: string
  readonly names: readonly string[]
  readonly further: ReturnType<typeof furtherColumn>
}

const tableOf = ({ first, names, parts, further, text }: TableInput) => ({
  head: [first, ...parts.map((part) => part.name), ...(further ? [further.head] : [])],
  rows: names.map((named,
    at) => [named, ...parts.map(({ values }) => text(values[at] ?? null)), ...(further ? [further.cells[at] ?? ''] : [])]
  ),
})

function Key({ names, isLines }: { readonly names: readonly string[]; readonly isLines: boolean }) {
  const colour = (at: number) => (isLines ? (at % 2 === 0 ? 'chart-1' : 'chart-4') : (seriesColours[at] ?? 'chart-5'))
  return (
    <ul className="oa-chart-key">
      {names.map((name, at) => (
        <li key={name}>
          <i className={isLines ? 'is-line' : undefined} style={{ background: `var(--${colour(at)})` }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}

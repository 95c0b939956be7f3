import { type ComponentType, useCallback, useMemo, useState } from 'react'
import dayjs from 'dayjs'
import { decimalOf } from '#kernel/values/money.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { type ChartColours, type ChartOption, tip, tooltipBox } from '#shell/chart/chart-option.ts'
import type { ChartKind } from '#plugins/statistics/statistics-page.ts'
import { Bars, Columns, Heat, shadeOf, showEnd, useOpenPoint } from './ChartKinds.tsx'
import { bandOfShare, bandTones, type ChartProps, Section } from './chart-parts.tsx'
import { figureOrZero, figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../texts.ts'
import { seriesColours } from './columns-option.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Calendar heat map: days as a table of weeks, shaded by their figures; the hovered day is described as text. */
function Calendar({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label } = useStatisticsText()
  const [described, setDescribed] = useState<string>()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values ?? []
  if (!measure) return null
  const largest = Math.max(0, ...values.map(lengthOf))
  const figures = new Map(points.map(({ value }, at) => [value, values[at] ?? null]))
  const weeks = [...new Set(points.map(({ value }) => mondayOf(value)))]
  const text = (day: string) => `${day} · ${figureOrZero(figures.get(day), measure, unit)}`
  return (
    <Section chart={chart} isNothing={largest === 0}>
      <div ref={showEnd} className="oa-stat-calendar" tabIndex={0} role="group" aria-label={label(chart)}>
        <table>
          <thead>
            <tr>
              <td className="bare" />
              {weeks.map((week, at) => (
                <th className="third tiny regular" key={week} scope="col">
                  {isNewMonth(weeks, at) ? week.slice(5, 7) : ''}
                  <span className="oa-chart-spoken clip absolute">{week}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday, at) => (
              <tr key={weekday}>
                <th className="third tiny regular" scope="row">{t(weekday)}</th>
                {weeks.map((week) => {
                  const day = dayjs(week).add(at, 'day').format('YYYY-MM-DD')
                  const figure = figures.get(day)
                  return (
                    <td className="bare" key={week}>
                      {figures.has(day) && (
                        <button type="button" className="plain" data-shade={shadeOf(figure, largest)} aria-label={text(day)}
                          disabled={lengthOf(figure) === 0} onFocus={() => setDescribed(text(day))} onPointerEnter={() =>
                          setDescribed(text(day))} onClick={() => onOpen({ day }, day, chart.measure)} />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="second num">
        {described ?? t('calendarHint', { what: label(measure), largest: figureText(String(largest), measure, unit) })}
      </p>
    </Section>
  )
}

function mondayOf(day: string): string {
  const at = dayjs(day)
  return at.subtract((at.day() + 6) % 7, 'day').format('YYYY-MM-DD')
}

const isNewMonth = (weeks: readonly string[], at: number): boolean => at === 0 || weeks[at]?.slice(0, 7) !== weeks[at - 1]?.slice(0, 7)

/** Maximum number of gauges per row. */
const most = 4

/** A percentage for each of the largest values, marked as within, near or over its limit. */
function Gauges({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values
  const drawn = useMemo(() => {
    if (!measure || !values) return undefined
    const shown = points.slice(0, most)
    const rows = points.map((point, at) => [name(point.name), figureText(values[at], measure, unit)] as const)
    const columns = shown.length > 2 ? 2 : Math.max(1, shown.length)
    const lines = Math.ceil(shown.length / columns)
    const option = (colours: ChartColours): ChartOption => ({
      series: shown.map((_, at) => ({
        type: 'gauge' as const,
        min: 0,
        max: 120,
        startAngle: 200,
        endAngle: -20,
        radius: `${Math.min(74, 66 / lines + 12)}%`,
        center: [`${((at % columns) + 0.5) * (100 / columns)}%`, `${(Math.floor(at / columns) + 0.58) * (100 / lines)}%`],
        progress: { show: true, width: 12, itemStyle: { color: colours[bandTones[bandOfShare(values[at] ?? null)]] } },
        axisLine: { lineStyle: { width: 12, color: [[1, colours['grey-soft']]] } },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
        pointer: { show: false },
        title: { offsetCenter: [0, '64%'], fontSize: 12, color: colours.text2, width: columns === 1 ? 260 : 120,
          overflow: 'truncate' as const },
        detail: { offsetCenter: [0, '-4%'], fontSize: 18, fontWeight: 600, color: colours.text, formatter: () => rows[at]?.[1] ?? '' },
        data: [{ value: Math.min(lengthOf(values[at]) * 100, 120), name: rows[at]?.[0] ?? '' }],
      })),
    })
    return { option, table: { head: [label(chart), label(measure)], rows } }
  }, [chart, label, measure, name, points, unit, values])
  const open = useOpenPoint({ chart, points, onOpen })
  if (!drawn) return null
  return (
    <Section chart={chart} isNothing={points.length === 0}>
      <Chart name={label(chart)} option={drawn.option} table={drawn.table} height={264} onPick={open} />
      {points.length > most && <p className="second">{t('moreInTable', { count: points.length - most })}</p>}
    </Section>
  )
}

/** Funnel: each measure is a subset of the previous one. */
function Funnel({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values
  const drawn = useMemo(() => {
    if (!measure || !values) return undefined
    const first = decimalOf(values[0])
    const share = (at: number) => (!first || first.isZero() ? '—' : `${decimalOf(values[at])?.div(first).times(100).toFixed(1) ?? '0.0'}%`)
    const rows = points.map((point, at) => [name(point.name), figureText(values[at], measure, unit), share(at)] as const)
    const option = (colours: ChartColours): ChartOption => ({
      series: [{
        type: 'funnel',
        left: 8,
        right: 8,
        top: 8,
        bottom: 8,
        gap: 3,
        sort: 'none',
        minSize: '18%',
        max: Math.max(1, ...values.map(lengthOf)),
        label: { position: 'inside', fontSize: 12, formatter: '{b}' },
        itemStyle: { borderColor: colours.surface },
        data: rows.map(([part, text, of], at) => {
          const color = colours[seriesColours[at] ?? 'chart-5']
          return { name: `${part}  ${text}  ${of}`, value: lengthOf(values[at]), itemStyle: { color },
            label: { color: readableOn(color, [colours.text, colours.surface]) } }
        }),
      }],
    })
    return { option, table: { head: [label(chart), label(measure), t('share')], rows }, total: rows[0]?.[1] ?? '' }
  }, [chart, label, measure, name, points, t, unit, values])
  const open = useCallback((at: number) => {
    const point = points[at]
    if (point) onOpen({}, name(point.name), point.value)
  }, [name, onOpen, points])
  if (!drawn) return null
  return (
    <Section chart={chart} isNothing={(values ?? []).every((value) => lengthOf(value) === 0)}>
      <Chart name={t('chartName', { name: label(chart), total: drawn.total })} option={drawn.option} table={drawn.table} height={220}
        onPick={open} />
    </Section>
  )
}

/** The candidate colour with the highest contrast on `fill`; colours are `#rrggbb`, or `#rgb` as minified style sheets shorten them. */
export const readableOn = (fill: string, colours: readonly [string, ...string[]]): string =>
  colours.reduce((best, each) => (contrast(each, fill) > contrast(best, fill) ? each : best))

/** Contrast ratio of two colours by WCAG, 1 to 21; 1 if a colour cannot be parsed. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return Number.isNaN(dark + light) ? 1 : (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const whole = /^#[\da-f]{3}$/i.test(colour) ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

interface PointValue {
  readonly figure: string | null
  readonly text: string
}

interface Axis {
  readonly name: string
  axis(value: number): string
}

interface ScatterInput {
  readonly rows: readonly { readonly name: string; readonly across: PointValue; readonly up: PointValue }[]
  readonly across: Axis
  readonly up: Axis
}

/** Scatter chart over two measures; the tooltip shows the point's name and both figures. */
const scatterOption = ({ rows, across, up }: ScatterInput) => (colours: ChartColours): ChartOption => {
  const axis = { type: 'value' as const, splitNumber: 3, axisTick: { show: false }, axisLine: { show: false },
    nameTextStyle: { fontSize: 11, color: colours.text3 } }
  const lines = { lineStyle: { color: colours.line, type: [2, 3] } }
  const label = { fontSize: 11, color: colours.text3, hideOverlap: true }
  const widest = Math.max(0, ...rows.map((row) => lengthOf(row.up.figure)))
  return {
    grid: { left: Math.max(44, up.axis(Math.round(2 * widest)).length * 7 + 8), right: 16, top: 30, bottom: 42 },
    xAxis: { ...axis, name: across.name, nameLocation: 'middle', nameGap: 26, splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: colours.line } }, axisLabel: { ...label, formatter: across.axis } },
    yAxis: { ...axis, name: up.name, nameLocation: 'end', nameTextStyle: { ...axis.nameTextStyle, align: 'left' }, splitLine: lines,
      axisLabel: { ...label, formatter: up.axis } },
    tooltip: {
      trigger: 'item',
      ...tooltipBox(colours),
      formatter: (point) => {
        const row = rows[[point].flat()[0]?.dataIndex ?? 0]
        return row ? tip(row.name, [[across.name, row.across.text], [up.name, row.up.text]]) : ''
      },
    },
    series: [{
      type: 'scatter',
      symbolSize: 11,
      data: rows.map((row) => [lengthOf(row.across.figure), lengthOf(row.up.figure)]),
      itemStyle: { color: colours['chart-1'], opacity: 0.75, borderColor: colours.surface, borderWidth: 1 },
    }],
  }
}

/** Scatter chart: a point per value, one measure on each axis. */
function Scatter({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { label, name } = useStatisticsText()
  const up = page.measures[chart.measure]
  const across = chart.beside === undefined ? undefined : page.measures[chart.beside]
  const drawn = useMemo(() => {
    const [first, second] = series
    if (!up || !across || !first || !second) return undefined
    const rows = points.map((point, at) => ({
      name: name(point.name),
      across: { figure: second.values[at] ?? null, text: figureText(second.values[at], across, unit) },
      up: { figure: first.values[at] ?? null, text: figureText(first.values[at], up, unit) },
    }))
    return {
      option: scatterOption({ rows, across: { name: label(across), axis: (value) => axisText(value, across) },
        up: { name: label(up), axis: (value) => axisText(value, up) } }),
      table: { head: [label(chart), label(across), label(up)], rows: rows.map((row) => [row.name, row.across.text, row.up.text] as const) },
    }
    function axisText(value: number, measure: NonNullable<typeof up>): string {
      return value === 0 ? '0' : figureText(String(value), measure, unit, 0)
    }
  }, [up, across, series, points, unit, name, label, chart])
  const open = useOpenPoint({ chart, points, onOpen })
  if (!drawn) return null
  return (
    <Section chart={chart} isNothing={points.length === 0}>
      <Chart name={label(chart)} option={drawn.option} table={drawn.table} height={264} onPick={open} />
    </Section>
  )
}

const forms: Readonly<Record<ChartKind, ComponentType<ChartProps>>> = {
  columns: Columns,
  lines: Columns,
  steps: Columns,
  pareto: Columns,
  ranking: Bars,
  share: Bars,
  gauges: Gauges,
  scatter: Scatter,
  funnel: Funnel,
  heat: Heat,
  calendar: Calendar,
}

/** Renders a declared chart by its kind. */
export function StatisticsChart(props: ChartProps) {
  const Form = forms[props.chart.kind]
  return <Form {...props} />
}

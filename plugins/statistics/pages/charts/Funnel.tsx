import { useCallback, useMemo } from 'react'
import { Chart } from '#shell/chart/Chart.tsx'
import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { seriesColours } from './columns-option.ts'
import { readableOn } from './readable-on.ts'
import { Section } from './Section.tsx'

/** Measures each of which is a part of the one before. */
export function Funnel({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
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

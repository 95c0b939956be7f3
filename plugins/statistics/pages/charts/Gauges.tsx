import { useMemo } from 'react'
import { Chart } from '#shell/chart/Chart.tsx'
import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import { bandOfShare, bandTones } from './bands.ts'
import type { ChartProps } from './chart-props.ts'
import { useOpenPoint } from './use-open-point.ts'
import { Section } from './Section.tsx'

/** As many as stand beside each other. */
const most = 4

/** A percentage for each of the largest values, marked within, near or over. */
export function Gauges({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
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
      {points.length > most && <p className="oa-quiet">{t('moreInTable', { count: points.length - most })}</p>}
    </Section>
  )
}

import { useMemo } from 'react'
import { Chart } from '#shell/chart/Chart.tsx'
import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { useOpenPoint } from './use-open-point.ts'
import { seriesColours } from './columns-option.ts'

/** Parts of the whole as a ring; the list beside it says the figures. */
export function Donut({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values
  const drawn = useMemo(() => {
    if (!measure || !values) return undefined
    const rows = points.map((point, at) => [name(point.name), figureText(values[at], measure, unit)] as const)
    return {
      option: (colours: ChartColours): ChartOption => ({
        series: [{
          type: 'pie',
          radius: ['58%', '92%'],
          label: { show: false },
          itemStyle: { borderColor: colours.surface, borderWidth: 2 },
          data: rows.map(([part], at) => ({ name: part, value: lengthOf(values[at]),
            itemStyle: { color: colours[seriesColours[Math.min(at, 4)] ?? 'chart-5'] } })
          ),
        }],
      }),
      table: { head: [label(chart), label(measure)], rows },
      total: figureText(sumMoney(values).toFixed(), measure, unit),
    }
  }, [chart, label, measure, name, points, unit, values])
  const open = useOpenPoint({ chart, points, onOpen })
  return drawn
    ? (
      <Chart name={t('chartName', { name: label(chart), total: drawn.total })} option={drawn.option} table={drawn.table} height={148}
        onPick={open} />
    )
    : null
}

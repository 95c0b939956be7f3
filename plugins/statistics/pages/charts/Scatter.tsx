import { useMemo } from 'react'
import { Chart } from '#shell/chart/Chart.tsx'
import { figureText } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { useOpenPoint } from './use-open-point.ts'
import { scatterOption } from './scatter-option.ts'
import { Section } from './Section.tsx'

/** A point for each value: one measure across, the other up. */
export function Scatter({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
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

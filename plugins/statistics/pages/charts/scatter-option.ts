import { type ChartColours, type ChartOption, tooltipBox } from '#shell/chart/chart-option.ts'
import { tip } from '#shell/chart/tip.ts'
import { lengthOf } from '../../figures.ts'

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

/** Points between two axes of figures; beside the pointer what the point is and both figures. */
export const scatterOption = ({ rows, across, up }: ScatterInput) => (colours: ChartColours): ChartOption => {
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

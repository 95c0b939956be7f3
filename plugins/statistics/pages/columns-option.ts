import { type ChartColours, type ChartOption, monthAxes } from '#shell/chart/chart-option.ts'
import { tip } from '#shell/chart/tip.ts'
import { lengthOf } from './figures.ts'

export const seriesColours = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const

interface Columns {
  readonly months: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (string | null)[] }[]
  /** Of each month. */
  readonly sums: readonly (string | null)[]
  readonly current: number
  text(figure: string | null): string
  axis(value: number): string
  readonly total: string
}

/** Pixels left of the columns, for the figures of the axis, whose highest may be nearly twice the tallest column. */
const gutter = (sums: Columns['sums'], axis: Columns['axis']) => Math.max(44, axis(Math.round(2 * Math.max(0, ...sums.map(lengthOf)))).length * 7 + 8)

/** Months as stacked columns; beside the pointer every part and their sum. */
export const columnsOption = ({ months, series, sums, current, text, axis, total }: Columns) => (colours: ChartColours): ChartOption => ({
  ...monthAxes(colours, { months, current, unit: axis }),
  grid: { left: gutter(sums, axis), right: 8, top: 18, bottom: 26 },
  tooltip: {
    trigger: 'axis',
    confine: true,
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.text },
    axisPointer: { type: 'shadow', shadowStyle: { color: colours['grey-soft'], opacity: 0.6 } },
    formatter: (points) => {
      const at = indexOf(points)
      const parts = series.length > 1 ? series.map(({ name, values }) => [name, text(values[at] ?? null)] as const) : []
      return tip(months[at] ?? '', [...parts, [total, text(sums[at] ?? null)]])
    },
  },
  series: series.map(({ name, values }, at) => ({
    name,
    type: 'bar' as const,
    stack: 'all',
    barMaxWidth: 30,
    // a bar of no length would leave its border on the axis
    data: values.map((value) => (lengthOf(value) === 0 ? { value: 0, itemStyle: { opacity: 0 } } : lengthOf(value))),
    itemStyle: { color: colours[seriesColours[at] ?? 'chart-5'], borderColor: colours.surface, borderWidth: 1 },
  })),
})

function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  return typeof first === 'object' && first !== null && 'dataIndex' in first && typeof first.dataIndex === 'number' ? first.dataIndex : 0
}

import { decimalOf } from '#kernel/values/money.ts'
import { type ChartColours, type ChartOption, monthAxes, tip, tooltipBox } from '#shell/chart/chart-option.ts'
import { lengthOf } from '../../figures.ts'

export const seriesColours = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const

/** `stack`: stacked columns; `side`: grouped columns; `lines`; `pareto`: one series in descending order with its cumulative share. */
export type Arrangement = 'stack' | 'side' | 'lines' | 'pareto'

interface Columns {
  /** Axis labels of the points: months, or values. */
  readonly months: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (string | null)[] }[]
  /** Total of each point. */
  readonly sums: readonly (string | null)[]
  readonly current: number
  readonly arrangement?: Arrangement
  text(figure: string | null): string
  axis(value: number): string
  /** Name of the total in the tooltip; without it no total is shown. */
  readonly total?: string
}

/** Left margin in pixels for axis labels; the top label may be nearly twice the tallest column. */
const gutter = (tallest: Columns['sums'], axis: Columns['axis']) =>
  Math.max(44, axis(Math.round(2 * Math.max(0, ...tallest.map(lengthOf)))).length * 7 + 8)

/** Minimum axis interval: 1 if all figures are integers, so that the axis shows no fractions. */
const leastStep = (figures: Columns['sums']): number => (figures.every((figure) => Number.isInteger(lengthOf(figure))) ? 1 : 0)

/** Chart options for columns or lines; the tooltip lists every series and the total. */
export const columnsOption =
  ({ months, series, sums, current, arrangement = 'stack', text, axis, total }: Columns) => (colours: ChartColours): ChartOption => {
    const axes = monthAxes(colours, { months, current, unit: axis })
    const isPareto = arrangement === 'pareto'
    const tallest = arrangement === 'stack' ? sums : series.flatMap(({ values }) => values)
    const upright = { ...axes.yAxis, minInterval: leastStep(tallest) }
    return {
      ...axes,
      yAxis: (isPareto ? [upright, shareAxis(colours)].flat() : upright) as ChartOption['yAxis'],
      grid: { left: gutter(tallest, axis), right: isPareto ? 40 : 8, top: 18, bottom: 26 },
      tooltip: {
        trigger: 'axis',
        ...tooltipBox(colours),
        // below the columns: above them it would dim their colours
        axisPointer: { type: 'shadow', z: 0, shadowStyle: { color: colours['grey-soft'] } },
        formatter: (points) => {
          const at = indexOf(points)
          const parts = series.length > 1 || total === undefined
            ? series.map(({ name, values }) => [name, text(values[at] ?? null)] as const)
            : []
          return tip(months[at] ?? '', [...parts, ...(total === undefined ? [] : [[total, text(sums[at] ?? null)] as const])])
        },
      },
      series: [...(arrangement === 'lines' ? lines(series, colours) : bars(series, arrangement, colours)),
        ...(isPareto ? [together(series[0]?.values ?? [], colours)] : [])],
    }
  }

type ColumnSeries = Columns['series']

const bars = (series: ColumnSeries, arrangement: Arrangement, colours: ChartColours) =>
  series.map(({ name, values }, at) => ({
    name,
    type: 'bar' as const,
    ...(arrangement === 'stack' && { stack: 'all' }),
    barMaxWidth: 30,
    // a zero-length bar would still draw its border on the axis
    data: values.map((value) => (lengthOf(value) === 0 ? { value: 0, itemStyle: { opacity: 0 } } : lengthOf(value))),
    // series differ in tint, separated by a border in the surface colour
    itemStyle: { color: colours[seriesColours[at] ?? 'chart-5'], borderColor: colours.surface, borderWidth: 1 },
  }))

/** Maximum number of points that are drawn with symbols. */
const marked = 31

/** Symbols of the lines, so that they can be distinguished without colour. */
const marks = ['circle', 'rect', 'triangle', 'diamond', 'pin'] as const

const lines = (series: ColumnSeries, colours: ChartColours) =>
  series.map(({ name, values }, at) => ({
    name,
    type: 'line' as const,
    symbol: marks[at] ?? 'circle',
    symbolSize: 6,
    showSymbol: values.length <= marked,
    data: values.map(lengthOf),
    lineStyle: { width: 2, type: at % 2 === 0 ? ('solid' as const) : ('dashed' as const) },
    itemStyle: { color: colours[at % 2 === 0 ? 'chart-1' : 'chart-4'] },
  }))

const shareAxis = (colours: ChartColours) => ({ type: 'value' as const, min: 0, max: 100, splitNumber: 2, splitLine: { show: false },
  axisLabel: { fontSize: 11, color: colours.text3, formatter: '{value}%' } })

/** Line series with the cumulative share. */
function together(values: readonly (string | null)[], colours: ChartColours) {
  const shares = cumulativeShares(values)
  return { type: 'line' as const, yAxisIndex: 1, symbol: 'circle', symbolSize: 5, data: [...shares],
    lineStyle: { width: 1.5, color: colours['chart-4'] }, itemStyle: { color: colours['chart-4'] } }
}

/** Cumulative share of each value in the total, in percent with one decimal. */
export function cumulativeShares(values: readonly (string | null)[]): readonly number[] {
  const whole = values.reduce((sum, value) => sum + lengthOf(value), 0)
  let sum = 0
  return values.map((value) => {
    sum += lengthOf(value)
    return whole === 0 ? 0 : (decimalOf(String((sum / whole) * 100))?.toDecimalPlaces(1).toNumber() ?? 0)
  })
}

function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  return typeof first === 'object' && first !== null && 'dataIndex' in first && typeof first.dataIndex === 'number' ? first.dataIndex : 0
}

import { type ChartColours, type ChartOption, tooltipBox } from '#shell/chart/chart-option.ts'
import { namesBelow } from '#shell/chart/names-below.ts'
import { tip } from '#shell/chart/tip.ts'
import { add, isNothing, lengthOf, minus, type Overview, shortTenThousand, yuan } from './overview.ts'
import { indexOf } from './spend-option.ts'

/** Difference of a category between forecast and budget; amounts in RMB as decimal texts. */
export interface WaterfallStep {
  /** Undefined for the remaining categories together. */
  readonly id: string | undefined
  readonly name: string | undefined
  readonly difference: string
  readonly from: string
  readonly to: string
}

/** Steps from budget to forecast: the categories with the largest differences, increases first, then the remaining ones together. */
export function stepsOf({ budget, forecast, categories }: Pick<Overview, 'budget' | 'forecast' | 'categories'>,
  most: number): readonly WaterfallStep[] {
  const movers = categories
    .map(({ id, name, forecast: to, budget: planned }) => ({ id, name, difference: minus(to, planned) }))
    .toSorted((one, other) => Math.abs(lengthOf(other.difference)) - Math.abs(lengthOf(one.difference)))
    .slice(0, most).filter(({ difference }) => !isNothing(difference))
    .toSorted((one, other) => lengthOf(other.difference) - lengthOf(one.difference))
  const rest = minus(minus(forecast, budget), add(...movers.map(({ difference }) => difference)))
  const all = isNothing(rest) ? movers : [...movers, { id: undefined, name: undefined, difference: rest }]
  let at = add(budget)
  return all.map((mover) => {
    const from = at
    at = add(from, mover.difference)
    return { ...mover, from, to: at }
  })
}

interface WaterfallPicture {
  readonly budget: string
  readonly forecast: string
  readonly steps: readonly WaterfallStep[]
  readonly names: readonly string[]
}

/** Waterfall chart between budget and forecast. The axis starts near the lower end, so only the lengths of the steps are to scale. */
export const waterfallOption = ({ budget, forecast, steps, names }: WaterfallPicture) => (colours: ChartColours): ChartOption => {
  const bars = [{ from: '0', to: budget }, ...steps, { from: '0', to: forecast }]
  const levels = [budget, forecast, ...steps.map(({ to }) => to)].map(lengthOf)
  const reach = Math.max(...levels) - Math.min(...levels)
  const foot = Math.max(0, Math.min(...levels) - Math.max(reach * 0.6, Math.max(...levels) * 0.04))
  const isEnd = (at: number) => at === 0 || at === bars.length - 1
  const colourOf = (
    at: number,
  ) => (isEnd(at) ? colours['chart-4'] : lengthOf(steps[at - 1]?.difference) > 0 ? colours['chart-1'] : colours['chart-3'])
  const lower = bars.map(({ from, to }, at) => (isEnd(at) ? foot : Math.min(lengthOf(from), lengthOf(to))))
  const { room, lines, formatter } = namesBelow(names, pitch)
  return {
    grid: { left: 8, right: 8, top: 26, bottom: 12 + lines * 14 },
    xAxis: { type: 'category', data: [...names], axisTick: { show: false }, axisLine: { lineStyle: { color: colours.line } },
      axisLabel: { fontSize: 11, interval: 0, color: colours.text2, width: room, overflow: 'break', formatter } },
    yAxis: { type: 'value', show: false, min: foot, max: Math.max(...levels) },
    tooltip: {
      trigger: 'axis',
      ...tooltipBox(colours),
      axisPointer: { type: 'none' },
      formatter: (points) => tip(names[indexOf(points)] ?? '', [['', amountAt({ budget, forecast, steps }, indexOf(points))]]),
    },
    series: [
      { type: 'bar', stack: 'way', silent: true, itemStyle: { color: 'transparent' }, data: lower },
      {
        type: 'bar',
        stack: 'way',
        barMaxWidth: 34,
        data: bars.map(({ from, to }, at) => ({ value: Math.max(lengthOf(from), lengthOf(to)) - (lower[at] ?? 0),
          itemStyle: { color: colourOf(at) } })
        ),
        label: { show: true, position: 'top', fontSize: 11, fontWeight: 600, color: colours.text,
          formatter: ({ dataIndex }) =>
            labelOf(isEnd(dataIndex) ? (bars[dataIndex]?.to ?? '0') : (steps[dataIndex - 1]?.difference ?? '0'), isEnd(dataIndex)) },
      },
    ],
  }
}

/** Pixels per bar. */
const pitch = 40

const labelOf = (amount: string, isEnd: boolean): string => {
  const shown = shortTenThousand(amount).replace('-', '−')
  return !isEnd && lengthOf(amount) > 0 ? `+${shown}` : shown
}

function amountAt({ budget, forecast, steps }: Pick<WaterfallPicture, 'budget' | 'forecast' | 'steps'>, at: number): string {
  if (at === 0) return yuan(budget)
  const step = steps[at - 1]
  return step ? `${lengthOf(step.difference) > 0 ? '+' : ''}${yuan(step.difference)}` : yuan(forecast)
}

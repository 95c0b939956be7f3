import { type ChartColours, type ChartOption, monthAxes } from '#shell/chart/chart-option.ts'
import { tip } from '#shell/chart/tip.ts'
import { add, lengthOf, type Overview, running, tenThousand, yuan } from './overview.ts'
import { indexOf } from './spend-option.ts'

/** Running sums over the months that count; undefined where a line does not go. */
interface Curve {
  readonly budget: readonly string[]
  readonly used: readonly (string | undefined)[]
  /** From the running month, with what is occupied, to the end. */
  readonly forecast: readonly (string | undefined)[]
  /** The running month among those that count, from 0. */
  readonly current: number
}

export function curveOf({ months, expected, occupied, upToMonth, startMonth, endMonth }: Overview): Curve {
  const counted = months.slice(startMonth - 1, endMonth)
  const current = Math.min(upToMonth, endMonth) - startMonth
  const used = running(counted.map((month) => month.used))
  const to = running(expected.slice(startMonth - 1, endMonth))
  // Amounts that documents have spent in later months already are part of what was used.
  const base = used.at(-1) ?? '0'
  return {
    budget: running(counted.map((month) => month.budget)),
    used: used.map((amount, at) => (at <= current ? amount : undefined)),
    forecast: used.map((_, at) => (at < Math.max(current, 0) ? undefined : add(base, occupied, to[at]))),
    current,
  }
}

interface CurvePicture {
  readonly curve: Curve
  readonly months: readonly string[]
  readonly texts: Readonly<Record<'used' | 'budget' | 'forecast', string>>
}

/** The curve of what was spent so far against the budget, and where it goes; lines differ in how they are dashed, too. */
export const curveOption = ({ curve, months, texts }: CurvePicture) => (colours: ChartColours): ChartOption => ({
  ...monthAxes(colours, { months, current: curve.current, unit: tenThousand }),
  tooltip: {
    trigger: 'axis',
    confine: true,
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.text },
    formatter: (points) => monthTip({ curve, months, texts }, indexOf(points)),
  },
  series: [
    { name: texts.used, type: 'line', data: curve.used.map(length), symbol: 'none', lineStyle: { color: colours.accent, width: 2.25 },
      areaStyle: { color: colours['accent-soft'] } },
    { name: texts.budget, type: 'line', data: curve.budget.map(length), symbol: 'none', lineStyle: { color: colours.text3, width: 1.25, type: [5, 4] } },
    { name: texts.forecast, type: 'line', data: curve.forecast.map(length), symbol: 'circle', symbolSize: 6,
      itemStyle: { color: colours.surface, borderColor: colours.accent, borderWidth: 1.5 }, lineStyle: { color: colours.accent, width: 1.75, type: [2, 3] } },
  ],
})

const length = (amount: string | undefined) => (amount === undefined ? '-' : lengthOf(amount))

function monthTip({ curve, months, texts }: CurvePicture, at: number): HTMLElement {
  const figures = [[texts.budget, curve.budget[at]], [texts.used, curve.used[at]], [texts.forecast, curve.forecast[at]]] as const
  return tip(months[at] ?? '', figures.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, yuan(amount)] as const])))
}

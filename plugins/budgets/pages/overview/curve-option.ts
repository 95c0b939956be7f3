import { type ChartColours, type ChartOption, hatched, monthAxes, tooltipBox } from '#shell/chart/chart-option.ts'
import { tip } from '#shell/chart/tip.ts'
import type { Curve } from './curve.ts'
import { type CurveLabel, curveLabels, type CurveTexts } from './curve-labels.ts'
import { lengthOf, tenThousand, yuan } from './overview.ts'
import { indexOf } from './spend-option.ts'

interface CurvePicture {
  readonly curve: Curve
  readonly months: readonly string[]
  readonly texts: CurveTexts
  /** Where there is little room, the ends of the lines say their figure alone. */
  readonly isNarrow: boolean
}

/**
 * The curve of what was spent so far against the budget, what is occupied on top of it, and where it goes; lines differ
 * in how they are dashed, too, and say at their ends what they are.
 */
export const curveOption = ({ curve, months, texts, isNarrow }: CurvePicture) => (colours: ChartColours): ChartOption => {
  const labels = curveLabels(curve, texts, isNarrow)
  const { grid, ...axes } = monthAxes(colours, { months, current: curve.current, unit: tenThousand })
  const line = { type: 'line', symbol: 'none', showAllSymbol: true } as const
  return {
    ...axes,
    grid: { ...grid, right: labels.room },
    tooltip: {
      trigger: 'axis',
      ...tooltipBox(colours),
      formatter: (points) => monthTip(curve, { months, texts }, indexOf(points)),
    },
    series: [
      { ...line, name: texts.used, data: points(curve.used, labels.used, colours.accent), lineStyle: { color: colours.accent, width: 2.25 },
        itemStyle: { color: colours.accent }, areaStyle: { color: colours['accent-soft'] } },
      { ...line, name: texts.budget, data: points(curve.budget, labels.budget, colours.text2),
        lineStyle: { color: colours.text3, width: 1.25, type: [5, 4] }, itemStyle: { color: 'transparent' } },
      { ...line, name: texts.forecast, data: points(curve.forecast, labels.forecast, labels.isOver ? colours.red : colours.accent),
        symbol: 'circle', symbolSize: 6, itemStyle: { color: colours.surface, borderColor: colours.accent, borderWidth: 1.5 },
        lineStyle: { color: colours.accent, width: 1.75, type: [2, 3] } },
      ...(labels.occupied ? post(curve, labels.occupied, colours) : []),
    ],
  }
}

const length = (amount: string | undefined) => (amount === undefined ? '-' : lengthOf(amount))

/** The points of a line, one of which says what it is. */
const points = (amounts: readonly (string | undefined)[], label: CurveLabel | undefined, color: string) =>
  amounts.map((amount,
    at) => (at === label?.at ? { value: length(amount), symbol: 'circle', symbolSize: 7, label: drawn(label, color) } : length(amount))
  )

const drawn = ({ text, position, shift, isQuiet }: CurveLabel, color: string) => ({ show: true, formatter: () => text, offset: [0, shift],
  color, fontSize: 12, fontWeight: isQuiet ? 400 : 600,
  ...(position === 'below' ? { position: 'bottom', align: 'right' } as const : { position: 'right' } as const) })

/** The occupied amount as a bar of the running month, stacked on the used amount. */
function post({ used, occupied }: Curve, label: CurveLabel, colours: ChartColours) {
  const only = (amount: string | undefined) => used.map((_, at) => (at === label.at ? length(amount) : '-'))
  const bar = { type: 'bar', stack: 'post', silent: true, barWidth: 8 } as const
  return [
    { ...bar, itemStyle: { color: 'transparent' }, data: only(used[label.at]) },
    { ...bar, itemStyle: hatched(colours), data: only(occupied), label: drawn(label, colours.text2) },
  ]
}

function monthTip(curve: Curve, { months, texts }: Pick<CurvePicture, 'months' | 'texts'>, at: number): HTMLElement {
  const figures = [[texts.budget, curve.budget[at]], [texts.used, curve.used[at]], [texts.forecast, curve.forecast[at]]] as const
  return tip(months[at] ?? '', figures.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, yuan(amount)] as const])))
}

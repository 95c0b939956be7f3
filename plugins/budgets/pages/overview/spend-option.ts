import { type ChartColours, type ChartOption, hatched, monthAxes, tip, tooltipBox } from '#shell/chart/chart-option.ts'
import { add, lengthOf, minus, percentOf, shortTenThousand, tenThousand, yuan } from './overview.ts'

export interface SpendSeries {
  readonly name: string
  readonly kind: 'used' | 'occupied'
  /** January to December. */
  readonly months: readonly string[]
}

interface SpendPicture {
  readonly series: readonly SpendSeries[]
  /** Drawn as a line, if given. */
  readonly budget?: readonly string[]
  readonly months: readonly string[]
  /** Index of the running month; −1 for none. */
  readonly current: number
  readonly texts: Readonly<Record<'budget' | 'total', string>>
  /** The axis is in yuan instead of ten thousands. */
  readonly isYuan?: true
}

/** Colours of the largest categories in order; the last one is for the remaining categories. */
export const spendColours = ['chart-1', 'chart-2', 'chart-3', 'chart-5'] as const

/** Stacked bars by month with the budget as a line; months more than 5 % over budget are labelled with the excess. */
export const spendOption = (picture: SpendPicture) => (colours: ChartColours): ChartOption => {
  const { series, budget = [], months, current } = picture
  const gap = { borderColor: colours.surface, borderWidth: 1 }
  const sums = months.map((_, month) => add(...series.map((each) => each.months[month])))
  return {
    ...monthAxes(colours, { months, current, unit: picture.isYuan ? (value) => yuan(String(value)) : tenThousand }),
    tooltip: { trigger: 'axis', ...tooltipBox(colours),
      axisPointer: { type: 'shadow', z: 0, shadowStyle: { color: colours['grey-soft'], opacity: 0.6 } },
      formatter: (points) => monthTip(picture, sums, indexOf(points)) },
    series: [
      ...series.map((each, at) => ({
        name: each.name,
        type: 'bar' as const,
        stack: 'spend',
        barMaxWidth: 30,
        data: each.months.map(barOf),
        itemStyle: { ...gap, ...(each.kind === 'occupied' ? hatched(colours) : { color: colours[spendColours[at] ?? 'chart-5'] }) },
        ...(at === series.length - 1 && { label: overLabel(sums, budget, colours) }),
      })),
      ...(budget.length > 0 ? [budgetLine(picture.texts.budget, budget, colours)] : []),
    ],
  }
}

const budgetLine = (name: string, budget: readonly string[], colours: ChartColours) => ({
  name,
  type: 'line' as const,
  data: budget.map(lengthOf),
  symbol: 'circle',
  symbolSize: 6,
  z: 5,
  lineStyle: { color: colours.text, width: 1.5 },
  itemStyle: { color: colours.surface, borderColor: colours.text, borderWidth: 1.25 },
})

/** Bar data; a zero-length bar is transparent, since its border would still be drawn on the axis. */
const barOf = (amount: string) => (lengthOf(amount) === 0 ? { value: 0, itemStyle: { opacity: 0 } } : lengthOf(amount))

/** Labels such as "+12" above months that exceed their budget by more than 5 %. */
const overLabel = (sums: readonly string[], budget: readonly string[], colours: ChartColours) => ({
  show: true,
  position: 'top' as const,
  color: colours.red,
  fontSize: 11,
  fontWeight: 600 as const,
  formatter: ({ dataIndex }: { dataIndex: number }) => {
    const percent = percentOf(sums[dataIndex] ?? '0', budget[dataIndex] ?? '0')
    return percent !== undefined && percent > 105 ? `+${shortTenThousand(minus(sums[dataIndex] ?? '0', budget[dataIndex] ?? '0'))}` : ''
  },
})

function monthTip({ series, budget, months, texts }: SpendPicture, sums: readonly string[], month: number): HTMLElement {
  return tip(months[month] ?? '', [
    ...series.map(({ name, months: amounts }) => [name, yuan(amounts[month])] as const),
    [texts.total, yuan(sums[month])],
    ...(budget ? [[texts.budget, yuan(budget[month])] as const] : []),
  ])
}

/** Data index from the tooltip parameters: a single point or all points of a month. */
export function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : points
  return typeof first === 'object' && first !== null && 'dataIndex' in first && typeof first.dataIndex === 'number' ? first.dataIndex : 0
}

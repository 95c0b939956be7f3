import { type ChartColours, type ChartOption, hatched, monthAxes, namesBelow, tip, tooltipBox } from '#shell/chart/chart-option.ts'
import { add, isNothing, lengthOf, minus, type Overview, running, shortTenThousand, tenThousand, yuan } from './overview.ts'
import { indexOf } from './spend-option.ts'

interface CurvePicture {
  readonly curve: Curve
  readonly months: readonly string[]
  readonly texts: CurveTexts
  /** Labels show only the figure, for lack of space. */
  readonly isNarrow: boolean
}

/**
 * Chart of cumulative spending with the occupied amount on top, the budget and the forecast; lines differ in dash pattern and have labels
 * at their ends.
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

/** Points of a line, one of them with the label. */
const points = (amounts: readonly (string | undefined)[], label: CurveLabel | undefined, color: string) =>
  amounts.map((amount,
    at) => (at === label?.at ? { value: length(amount), symbol: 'circle', symbolSize: 7, label: drawn(label, color) } : length(amount))
  )

const drawn = ({ text, position, shift, isQuiet }: CurveLabel, color: string) => ({ show: true, formatter: () => text, offset: [0, shift],
  color, fontSize: 12, fontWeight: isQuiet ? 400 : 600,
  ...(position === 'below' ? { position: 'bottom', align: 'right' } as const : { position: 'right' } as const) })

/** Occupied amount as a bar at the running month, stacked on the used amount. */
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

/** Label of a line at one of its points. */
interface CurveLabel {
  /** Index of the point. */
  readonly at: number
  readonly text: string
  /** `below`: to the lower left of the point, where a rising line leaves space. */
  readonly position: 'right' | 'below'
  /** Shown in a muted colour. */
  readonly isQuiet?: true
  /** Vertical offset in pixels. */
  readonly shift: number
}

interface CurveLabels {
  readonly used: CurveLabel | undefined
  /** Label of used plus occupied; undefined if nothing is occupied. */
  readonly occupied: CurveLabel | undefined
  readonly budget: CurveLabel
  readonly forecast: CurveLabel
  readonly isOver: boolean
  /** Right margin in pixels for the labels at the end. */
  readonly room: number
}

type CurveTexts = Readonly<Record<'used' | 'budget' | 'forecast' | 'withOccupied', string>>

/** Positions the labels of a curve without overlap at the right end. */
export function curveLabels(curve: Curve, texts: CurveTexts, isNarrow: boolean): CurveLabels {
  const textOf = (name: string, amount: string) => (isNarrow ? shortTenThousand(amount) : `${name} ${shortTenThousand(amount)}`)
  const ends = endLabels(curve, texts, textOf)
  return { ...ends, ...nowLabels(curve, texts, textOf), room: Math.max(widthOf(ends.budget.text), widthOf(ends.forecast.text)) + gap }
}

type LabelText = (name: string, amount: string) => string

function endLabels({ budget, forecast }: Curve, texts: CurveTexts, textOf: LabelText) {
  const at = budget.length - 1
  const [planned, expected] = [budget[at] ?? '0', forecast[at] ?? '0']
  const isOver = lengthOf(expected) > lengthOf(planned)
  const apart = (isOver ? -1 : 1) * missingRoom(lengthOf(planned), lengthOf(expected)) / 2
  const atEnd = (name: string, amount: string, shift: number): CurveLabel => ({ at, text: textOf(name, amount), position: 'right', shift })
  return { isOver, budget: atEnd(texts.budget, planned, 0 - apart), forecast: atEnd(texts.forecast, expected, 0 + apart) }
}

/** Labels at the running month, unless the lines end there. */
function nowLabels({ budget, used, occupied, current: at }: Curve, texts: CurveTexts,
  textOf: LabelText): Pick<CurveLabels, 'used' | 'occupied'> {
  const now = used[at]
  if (now === undefined || at === budget.length - 1) return { used: undefined, occupied: undefined }
  // below the line there is space only once it has risen
  const isEarly = at < 2
  return {
    used: { at, text: textOf(texts.used, now), position: isEarly ? 'right' : 'below', shift: isEarly ? 0 : 6 },
    occupied: isEarly || isNothing(occupied)
      ? undefined
      : { at, text: textOf(texts.withOccupied, add(now, occupied)), position: 'right', shift: 12, isQuiet: true },
  }
}

/** Space in pixels between a point and the end of its label. */
const gap = 16

const lineHeight = 16

/** Height of the plot in pixels, and the minimum share of it used by the highest point. */
const height = 220

const filled = 0.8

/** Pixels by which two labels at these positions overlap. */
const missingRoom = (one: number, other: number): number =>
  Math.max(0, lineHeight - (Math.abs(one - other) / Math.max(one, other, 1)) * height * filled)

/** Approximate width in pixels of a 12 px text; Chinese characters are square. */
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '⺀' ? 12 : 7), 0)

/** Cumulative amounts over the counted months; undefined where a line has no value. */
interface Curve {
  readonly budget: readonly string[]
  readonly used: readonly (string | undefined)[]
  /** From the running month to the end, including the occupied amount. */
  readonly forecast: readonly (string | undefined)[]
  readonly occupied: string
  /** Index of the running month among the counted ones; negative before the first. */
  readonly current: number
}

/** Cumulates the counted months of an overview and forecasts the remaining ones. Amounts in RMB. */
export function curveOf({ months, expected, occupied, upToMonth, startMonth, endMonth }: Overview): Curve {
  const counted = months.slice(startMonth - 1, endMonth)
  const current = Math.min(upToMonth, endMonth) - startMonth
  const used = running(counted.map((month) => month.used))
  const to = running(expected.slice(startMonth - 1, endMonth))
  // amounts already spent in later months are included in the base
  const base = used.at(-1) ?? '0'
  return {
    budget: running(counted.map((month) => month.budget)),
    used: used.map((amount, at) => (at <= current ? amount : undefined)),
    forecast: used.map((_, at) => (at < Math.max(current, 0) ? undefined : add(base, occupied, to[at]))),
    occupied,
    current,
  }
}

/** Difference of a category between forecast and budget; amounts in RMB as decimal texts. */
interface WaterfallStep {
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

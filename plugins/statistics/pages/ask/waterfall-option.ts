import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import { namesBelow } from '#shell/chart/names-below.ts'
import { decimalOf } from '#kernel/values/money.ts'

interface Waterfall {
  readonly before: string
  readonly now: string
  readonly changes: readonly string[]
  readonly names: readonly string[]
  text(figure: string): string
  /** Only the ends and the largest part have room for their figures. */
  readonly isNarrow: boolean
}

/** Pixels from one bar to the next where all have their figures. */
const pitch = 58

/** A change with its sign. */
export const changeText = (text: string): string => (text === '—' || text.startsWith('−') ? text : `+${text}`)

/** Only how long a bar is rests on it. */
const number = (figure: string): number => decimalOf(figure)?.toNumber() ?? 0

/**
 * The way from the earlier figure to the current one: bars that hang where the one before ended. More points up and is filled, less is
 * hatched.
 */
export const waterfallOption = ({ before, now, changes, names, text, isNarrow }: Waterfall) => (colours: ChartColours): ChartOption => {
  const ends = changes.reduce<readonly number[]>((levels, change) => [...levels, (levels.at(-1) ?? 0) + number(change)], [number(before)])
  const bars = [{ from: 0, to: number(before) }, ...changes.map((_, at) => ({ from: ends[at] ?? 0, to: ends[at + 1] ?? 0 })), { from: 0,
    to: number(now) }]
  const isEnd = (at: number) => at === 0 || at === bars.length - 1
  const labels = [text(before), ...changes.map((change) => changeText(text(change))), text(now)]
  const { room, lines, formatter } = namesBelow(isNarrow ? [] : names, pitch)
  const less = { color: colours['chart-3'],
    decal: { symbol: 'rect', color: colours.surface, dashArrayX: [1, 0] as [number, number], dashArrayY: [2, 2.4] as [number, number],
      rotation: -Math.PI / 4 } }
  return {
    grid: { left: 8, right: 8, top: 26, bottom: isNarrow ? 44 : 12 + lines * 16 },
    xAxis: { type: 'category', data: [...names], axisTick: { show: false }, axisLine: { lineStyle: { color: colours.line } },
      axisLabel: { fontSize: 11, color: colours.text2, overflow: 'break',
        ...(isNarrow ? { hideOverlap: true, width: 58 } : { interval: 0, width: room, formatter }) } },
    yAxis: { type: 'value', show: false },
    series: [
      { type: 'bar', stack: 'way', silent: true, itemStyle: { color: 'transparent' },
        data: bars.map(({ from, to }) => Math.min(from, to)) },
      {
        type: 'bar',
        stack: 'way',
        barMaxWidth: 38,
        data: bars.map(({ from, to }, at) => ({ value: Math.abs(to - from),
          itemStyle: isEnd(at) ? { color: colours['chart-4'] } : to >= from ? { color: colours['chart-1'] } : less })
        ),
        label: { show: true, position: 'top', fontSize: 11, fontWeight: 600, color: colours.text,
          formatter: ({ dataIndex }) => (isNarrow && dataIndex > 1 && !isEnd(dataIndex) ? '' : (labels[dataIndex] ?? '')) },
      },
    ],
  }
}

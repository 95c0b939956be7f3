import type { BarSeriesOption, FunnelSeriesOption, GaugeSeriesOption, LineSeriesOption, PieSeriesOption,
  ScatterSeriesOption } from 'echarts/charts'
import type { AriaComponentOption, GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'

/** Options of the supported charts: bar, line, scatter, pie, funnel, gauge. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | PieSeriesOption | ScatterSeriesOption | FunnelSeriesOption | GaugeSeriesOption | GridComponentOption
    | TooltipComponentOption | AriaComponentOption
>

type Own = 'accent' | 'text' | 'text2' | 'text3' | 'line' | 'surface' | 'grey-soft' | 'accent-soft' | 'red' | 'green' | 'orange' | 'chart-1'
  | 'chart-2' | 'chart-3' | 'chart-4' | 'chart-5'

/** The current theme colours, by the names of their CSS variables. */
export type ChartColours = Readonly<Record<Own, string>>

const names: readonly Own[] = ['accent', 'text', 'text2', 'text3', 'line', 'surface', 'grey-soft', 'accent-soft', 'red', 'green', 'orange',
  'chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5']

/** Reads the current theme colours from the CSS variables. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as ChartColours
}

/** Tooltip box in theme colours, confined to the chart. */
export const tooltipBox = (colours: ChartColours) => ({ confine: true, backgroundColor: colours.surface, borderColor: colours.line,
  textStyle: { color: colours.text } })

/** Style of occupied amounts: hatched, distinguishable without colour. */
export const hatched = (colours: ChartColours) => ({
  color: colours['chart-4'],
  decal: { symbol: 'rect', color: colours.surface, dashArrayX: [1, 0], dashArrayY: [2, 2.4], rotation: -Math.PI / 4 },
})

/** The axes of a chart by month, with at most three dashed grid lines. */
export function monthAxes(colours: ChartColours,
  { months, current, unit }: { months: readonly string[]; current: number; unit(value: number): string }
): Pick<ChartOption, 'xAxis' | 'yAxis' | 'grid'> {
  return {
    grid: { left: 44, right: 8, top: 18, bottom: 26 },
    xAxis: {
      type: 'category',
      data: [...months],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.line } },
      axisLabel: { fontSize: 11, interval: 'auto', hideOverlap: true, padding: [0, 4],
        color: (_, index = -1) => (index === current ? colours.accent : colours.text3) },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      axisLabel: { fontSize: 11, color: colours.text3, formatter: unit },
      splitLine: { lineStyle: { color: colours.line, type: [2, 3] } },
    },
  }
}

/** Layout of axis labels for bars `pitch` pixels apart: labels that are too wide alternate between two rows and are not broken. */
export function namesBelow(names: readonly string[], pitch: number) {
  const widest = Math.max(...names.map(widthOf))
  if (widest <= pitch) return { room: pitch, lines: 1, formatter: (name: string) => name }
  const each = widest > 2 * pitch ? 2 : 1
  return { room: 2 * pitch, lines: 2 * each, formatter: (name: string, at: number) => (at % 2 === 0 ? name : '\n'.repeat(each) + name) }
}

/** Estimated width of a label in pixels; Chinese characters are wider. */
const widthOf = (name: string): number => [...name].reduce((sum, character) => sum + (character > '\u2e80' ? 11 : 6.2), 0)

/** Tooltip of a point with its name and figures. Built from elements, because the CSP forbids inline styles in markup. */
export function tip(name: string, figures: readonly (readonly [label: string, figure: string])[]): HTMLElement {
  const box = element('div', '')
  box.className = 'oa-chart-tip'
  box.append(element('strong', name), ...figures.map(([label, figure]) => {
    const row = element('span', '')
    const amount = element('b', figure)
    amount.className = 'num'
    row.append(element('span', label), amount)
    return row
  }))
  return box
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

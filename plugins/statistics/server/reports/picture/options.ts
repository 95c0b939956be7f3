import type { EChartsCoreOption } from 'echarts/core'
import { colours, font, seriesColours } from './colours.ts'
import type { PictureChart } from './sheet.ts'

type Series = PictureChart['series'][number]

/** Symbols of the lines; lines differ in stroke and series in shade too, so that the picture can be printed in black and white. */
const marks = ['circle', 'rect', 'triangle', 'diamond', 'pin'] as const
/** Maximum number of points that are drawn with symbols. */
const marked = 31

/** ECharts options for a static picture, without animation and tooltips. */
export function optionOf(chart: PictureChart): EChartsCoreOption {
  return { animation: false, textStyle: { fontFamily: font }, ...(chart.form === 'bars' ? bars(chart) : columns(chart)) }
}

const label = (color: string) => ({ fontFamily: font, fontSize: 11, color })
const dashed = { lineStyle: { color: colours.line, type: [2, 3] } }

function columns({ form, points, series, isPercent }: PictureChart): EChartsCoreOption {
  const isPareto = form === 'pareto'
  return {
    grid: { left: 12, right: 12, top: series.length > 1 ? 36 : 14, bottom: 8, containLabel: true },
    ...(series.length > 1 && { legend: { top: 0, left: 0, itemWidth: 10, itemHeight: 10, icon: 'rect', textStyle: label(colours.text2) } }),
    xAxis: { type: 'category', data: points.map((point) => cutTo(point, 12)), axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.line } }, axisLabel: { ...label(colours.text3), hideOverlap: true } },
    yAxis: [
      { type: 'value', splitNumber: 3, splitLine: dashed,
        axisLabel: { ...label(colours.text3), formatter: (value: number) => axisText(value, isPercent) } },
      ...(isPareto
        ? [{ type: 'value', min: 0, max: 100, splitNumber: 2, splitLine: { show: false },
          axisLabel: { ...label(colours.text3), formatter: '{value}%' } }]
        : []),
    ],
    series: [...series.map((part, at) => (form === 'lines' ? line(part, at) : bar(part, at, form))),
      ...(isPareto ? [together(series[0])] : [])],
  }
}

const bar = ({ name, values }: Series, at: number, form: PictureChart['form']) => ({
  name,
  type: 'bar',
  barMaxWidth: 30,
  ...(form === 'stack' && { stack: 'all' }),
  data: [...values],
  itemStyle: { color: seriesColours[at % seriesColours.length], borderColor: colours.surface, borderWidth: 1 },
})

const line = ({ name, values }: Series, at: number) => ({
  name,
  type: 'line',
  symbol: marks[at % marks.length],
  symbolSize: 6,
  showSymbol: values.length <= marked,
  data: [...values],
  lineStyle: { width: 2, type: at % 2 === 0 ? 'solid' : 'dashed', color: at % 2 === 0 ? colours.first : colours.fourth },
  itemStyle: { color: at % 2 === 0 ? colours.first : colours.fourth },
})

/** Line series with the cumulative share. */
function together(part: Series | undefined) {
  const values = part?.values ?? []
  const whole = values.reduce((sum, value) => sum + value, 0)
  let sum = 0
  const shares = values.map((value) => Math.round(((sum += value) / (whole || 1)) * 1000) / 10)
  return { type: 'line', yAxisIndex: 1, symbolSize: 5, data: shares, lineStyle: { width: 1.5, color: colours.fourth },
    itemStyle: { color: colours.fourth } }
}

/** Horizontal bars, largest on top, labelled with their figures; reference figures are a lighter bar. */
function bars({ points, series }: PictureChart): EChartsCoreOption {
  return {
    grid: { left: 8, right: 84, top: series.length > 1 ? 36 : 8, bottom: 8, containLabel: true },
    ...(series.length > 1 && { legend: { top: 0, left: 0, itemWidth: 10, itemHeight: 10, icon: 'rect', textStyle: label(colours.text2) } }),
    xAxis: { type: 'value', show: false },
    yAxis: { type: 'category', inverse: true, data: points.map((point) => cutTo(point, 22)), axisTick: { show: false },
      axisLine: { show: false }, axisLabel: label(colours.text2) },
    series: series.map(({ name, values, texts }, at) => ({
      name,
      type: 'bar',
      barMaxWidth: 14,
      data: [...values],
      itemStyle: { color: at === 0 ? colours.first : colours.fifth },
      label: { show: true, position: 'right', ...label(colours.text),
        formatter: ({ dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '' },
    })),
  }
}

const axisText = (value: number, isPercent: boolean): string => (isPercent ? `${value}%` : value.toLocaleString('en-US'))

/** Truncates a text to a width in Latin letters; a Chinese character counts as two. */
export function cutTo(text: string, widest: number): string {
  let width = 0
  const kept = [...text].filter((character) => (width += character.codePointAt(0)! > 0x2e80 ? 2 : 1) <= widest)
  return kept.length === [...text].length ? text : `${kept.slice(0, -1).join('')}…`
}

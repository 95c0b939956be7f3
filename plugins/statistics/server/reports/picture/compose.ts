import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { PictureChart, PictureSheet } from './sheet.ts'

/** The product's colours on paper. */
const colours = {
  surface: '#ffffff',
  line: '#e8e6e1',
  text: '#1c1b19',
  text2: '#57544e',
  text3: '#6b675f',
  first: '#2b4fcf',
  fourth: '#8a7f6c',
  fifth: '#d2ccbf',
} as const

const seriesColours = [colours.first, '#6f8ae6', '#a9b9f0', colours.fourth, colours.fifth] as const

/** The font that pictures and prints have; it knows Chinese and Latin. */
export const font = 'Noto Sans SC'

type Series = PictureChart['series'][number]

/** Symbols of the lines; lines differ in stroke and series in shade too, so that the picture can be printed in black and white. */
const marks = ['circle', 'rect', 'triangle', 'diamond', 'pin'] as const
/** Maximum number of points that are drawn with symbols. */
const marked = 31

/** ECharts options for a static picture, without animation and tooltips. */
function optionOf(chart: PictureChart): EChartsCoreOption {
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

use([BarChart, LineChart, GridComponent, LegendComponent, SVGRenderer])

const width = 1000
const margin = 32
const gap = 24
const chart = { width: (width - 2 * margin - gap) / 2, height: 260, title: 34 }
const head = 84
const figures = 96

/** Composes the whole picture as SVG: title, headline, and charts in two columns. */
export function composePicture({ title, subtitle, headline, charts, nothing }: PictureSheet): string {
  const rows = Math.ceil(charts.length / 2)
  const height = head + figures + rows * (chart.height + chart.title + gap) + margin
  const body = [
    text({ x: margin, y: 44, size: 20, weight: 600 }, cutTo(title, 84)),
    text({ x: margin, y: 68, size: 13, colour: colours.text2 }, subtitle),
    ...headline.map((figure, at) => headlineFigure(figure, margin + (at * (width - 2 * margin)) / headline.length)),
    ...charts.map((each, at) =>
      `<g transform="translate(${margin + (at % 2) * (chart.width + gap)} ${
        head + figures + Math.floor(at / 2) * (chart.height + chart.title + gap)
      })">
      ${text({ x: 0, y: 16, size: 13, weight: 600 }, cutTo(each.title, 60))}<g transform="translate(0 ${chart.title})">${
        drawn(each, nothing)
      }</g></g>`
    ),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font}">
    <rect width="100%" height="100%" fill="${colours.surface}"/><path d="M${margin} ${head}H${width - margin}M${margin} ${
    head + figures - 12
  }H${width - margin}" stroke="${colours.line}"/>
    ${body.join('')}</svg>`
}

const headlineFigure = ({ name, figure, growths }: PictureSheet['headline'][number], x: number): string =>
  text({ x, y: head + 24, size: 12, colour: colours.text2 }, cutTo(name, 26)) + text({ x, y: head + 50, size: 18, weight: 600 }, figure) +
  text({ x, y: head + 70, size: 11, colour: colours.text3 }, growths.join('  '))

function drawn(each: PictureChart, nothing: string): string {
  if (each.series.every(({ values }) => values.every((value) => value === 0)))
    return text({ x: 0, y: 24, size: 12, colour: colours.text3 }, nothing)
  const canvas = init(null, null, { renderer: 'svg', ssr: true, width: chart.width, height: chart.height })
  try {
    canvas.setOption(optionOf(each))
    return canvas.renderToSVGString()
  } finally {
    canvas.dispose()
  }
}

interface TextStyle {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight?: number
  readonly colour?: string
}

const text = ({ x, y, size, weight = 400, colour = colours.text }: TextStyle, words: string): string =>
  `<text x="${x.toFixed(1)}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(words)}</text>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (words: string): string => words.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)

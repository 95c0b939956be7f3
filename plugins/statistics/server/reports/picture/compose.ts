import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { colours, font } from './colours.ts'
import { cutTo, optionOf } from './options.ts'
import type { PictureChart, PictureSheet } from './sheet.ts'

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

import type { ChartKind, StatisticsChart, StatisticsPage } from '#kernel/statistics.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { figureText, growthOf, lengthOf } from '../../../figures.ts'
import { timeNames } from '../../../times.ts'
import type { ChartFigures, HeadlineFigure, StatisticsAnswer } from '../../../wire.ts'
import type { PictureChart, PictureSheet } from './sheet.ts'

interface Pictured {
  readonly page: StatisticsPage
  readonly answer: StatisticsAnswer
  readonly period: { readonly from: string; readonly to: string }
  readonly language: Locale
  /** What the view is called. */
  readonly view: string
}

/** Charts of one picture. */
const most = 4

const texts = {
  dataUpTo: { cn: '数据截至', en: 'data up to' },
  until: { cn: '至', en: 'to' },
  previous: { cn: '环比', en: 'MoM' },
  lastYear: { cn: '同比', en: 'YoY' },
  nothing: { cn: '暂无数据', en: 'Nothing to show' },
} satisfies Readonly<Record<string, Label>>

/** What a picture of a page says: its headline and its first charts. Points, heat tables and calendars are read on the page. */
export function pictureOf({ page, answer, period: { from, to }, language, view }: Pictured): PictureSheet {
  const comma = language === 'cn' ? '，' : ', '
  return {
    title: `${view} · ${page[language]}`,
    subtitle: `${from} ${texts.until[language]} ${to}${comma}${texts.dataUpTo[language]} ${answer.dataDate}`,
    headline: answer.headline.flatMap((figure) => headlineOf(page, figure, language)),
    charts: page.charts.flatMap((chart, at) => {
      const figures = answer.charts[at]
      const form = formOf(chart)
      return figures && form ? [chartOf({ page, chart, figures, form, language })] : []
    }).slice(0, most),
    nothing: texts.nothing[language],
  }
}

function headlineOf(page: StatisticsPage, { measure: key, value, previous, lastYear }: HeadlineFigure, language: Locale): PictureSheet['headline'] {
  const measure = page.measures[key]
  if (!measure) return []
  const head = measure.head === undefined ? undefined : page.heads?.[measure.head]
  const growth = (label: Label, before: string | null) => `${label[language]} ${growthOf(value, before) ?? '-'}`
  return [{
    name: [head?.[language], measure[language]].filter(Boolean).join(' · '),
    figure: `${measure.unit === 'amount' ? '￥' : ''}${figureText(value, measure, 'one', 0).replace('—', '0')}`,
    growths: [growth(texts.previous, previous), growth(texts.lastYear, lastYear)],
  }]
}

const forms: Readonly<Record<ChartKind, PictureChart['form'] | undefined>> = {
  columns: 'stack',
  lines: 'lines',
  steps: 'stack',
  pareto: 'pareto',
  ranking: 'bars',
  share: 'bars',
  gauges: 'bars',
  funnel: 'bars',
  scatter: undefined,
  heat: undefined,
  calendar: undefined,
}

const formOf = ({ kind, by, measures }: StatisticsChart): PictureChart['form'] | undefined => kind === 'columns' && by === undefined && measures ? 'side' : forms[kind]

interface Charted {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly form: PictureChart['form']
  readonly language: Locale
}

function chartOf({ page, chart, figures: { points, series }, form, language }: Charted): PictureChart {
  const measure = page.measures[chart.measure] ?? { unit: 'count', cn: '', en: '' }
  const isTimed = chart.kind === 'columns' || chart.kind === 'lines'
  const names = points.map(({ name }) => nameOf(name, language))
  return {
    title: `${chart[language]} · ${measure[language]}`,
    form,
    points: isTimed ? timeNames(names, language) : names,
    series: series.map(({ of, values }) => ({
      name: nameOf(of.name, language),
      values: values.map((value) => lengthOf(value) * (measure.unit === 'percent' ? 100 : 1)),
      texts: values.map((value) => figureText(value, measure, 'one', 0)),
    })),
    isPercent: measure.unit === 'percent',
  }
}

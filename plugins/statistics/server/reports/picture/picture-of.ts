import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { workerQueue } from '#server/concurrency/worker-queue.ts'
import type { ChartKind, StatisticsChart, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { comparisonsOf, figureOrZero, figureText, growthOf, lengthOf, timeNames } from '../../../figures.ts'
import type { ChartFigures, ComparisonPeriods, HeadlineFigure, StatisticsAnswer } from '../../../wire.ts'
import type { PictureAnswer, PictureChart, PictureSheet } from './sheet.ts'

interface PictureInput {
  readonly page: StatisticsPage
  readonly answer: StatisticsAnswer
  readonly period: { readonly from: string; readonly to: string }
  readonly language: Locale
  /** The view’s name. */
  readonly view: string
}

/** Maximum number of charts in a picture. */
const most = 4

const texts = {
  dataUpTo: { cn: '数据截至', en: 'data up to' },
  until: { cn: '至', en: 'to' },
  nothing: { cn: '暂无数据', en: 'Nothing to show' },
} satisfies Readonly<Record<string, Label>>

/** Content of a report's picture: headline and first charts. Scatter charts, heat maps and calendars are left out. */
export function pictureOf({ page, answer, period: { from, to }, language, view }: PictureInput): PictureSheet {
  const comma = language === 'cn' ? '，' : ', '
  return {
    title: reportTitle(view, page, language),
    subtitle: `${from} ${texts.until[language]} ${to}${comma}${texts.dataUpTo[language]} ${answer.dataDate}`,
    headline: answer.headline.flatMap((figure) => headlineOf(page, { figure, compared: answer.compared }, language)),
    charts: page.charts.flatMap((chart, at) => {
      const figures = answer.charts[at]
      const form = formOf(chart)
      return figures && form ? [chartOf({ page, chart, figures, form, language })] : []
    }).slice(0, most),
    nothing: texts.nothing[language],
  }
}

function headlineOf(page: StatisticsPage, { figure, compared }: { figure: HeadlineFigure; compared: ComparisonPeriods },
  language: Locale): PictureSheet['headline'] {
  const { measure: key, value } = figure
  const measure = page.measures[key]
  if (!measure) return []
  const head = measure.head === undefined ? undefined : page.heads?.[measure.head]
  return [{
    name: [head?.[language], measure[language]].filter(Boolean).join(' · '),
    figure: `${measure.unit === 'amount' ? '￥' : ''}${figureOrZero(value, measure, 'one', 0)}`,
    growths: comparisonsOf(page, compared, figure).map((comparison) =>
      `${comparison[language]} ${growthOf(value, comparison.before) ?? '—'}`
    ),
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

const formOf = ({ kind, by, measures }: StatisticsChart): PictureChart['form'] | undefined =>
  kind === 'columns' && by === undefined && measures ? 'side' : forms[kind]

interface ChartPictureInput {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly form: PictureChart['form']
  readonly language: Locale
}

function chartOf({ page, chart, figures: { points, series }, form, language }: ChartPictureInput): PictureChart {
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

/** Title of a report: view and page; only the page where the view has its name. */
export function reportTitle(view: string, page: Pick<StatisticsPage, Locale>, language: Locale): string {
  const isLikePage = [page.cn, page.en].some((name) => name.slice(0, 30) === view)
  return isLikePage ? page[language] : `${view} · ${page[language]}`
}

/** Worker queue for rendering; a picture takes some hundred milliseconds, mostly for loading fonts. */
const draw = workerQueue<PictureSheet, PictureAnswer>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  longestQueue: 64, kept: 20_000 })

/** Renders a picture as PNG in a worker thread. @throws Error if the thread fails or its queue is full */
export async function drawPicture(sheet: PictureSheet): Promise<Buffer> {
  const drawn = await draw(sheet)
  if ('png' in drawn) return Buffer.from(drawn.png)
  throw new Error(drawn.error)
}

import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Select } from 'antd'
import { type ComponentType, useCallback, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { decimalOf } from '#kernel/values/money.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { Chart } from '#shell/chart/Chart.tsx'
import { type ChartColours, type ChartOption, monthAxes, namesBelow, tooltipBox } from '#shell/chart/chart-option.ts'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { useDimensionLabel, useStatisticsText } from '../texts.ts'
import { anomaliesQuery, explainQuery, forecastQuery } from '../calls.ts'
import { type AmountUnit, figureOrZero, figureText, growthOf, lengthOf, timeNames } from '../../figures.ts'
import type { ExplainAnswer, ForecastAnswer, StatisticsQuery } from '../../wire.ts'

interface Waterfall {
  readonly before: string
  readonly now: string
  readonly changes: readonly string[]
  readonly names: readonly string[]
  text(figure: string): string
  /** Labels only the first, the last and the largest bar, for lack of space. */
  readonly isNarrow: boolean
}

/** Minimum pixels per bar at which all bars have labels. */
const pitch = 58

/** Adds a plus sign to a positive change. */
const changeText = (text: string): string => (text === '—' || text.startsWith('−') ? text : `+${text}`)

/** A figure as a number, for bar lengths only; precision is lost. */
const number = (figure: string): number => decimalOf(figure)?.toNumber() ?? 0

/**
 * Waterfall chart from the earlier to the current figure: each bar starts where the previous one ended. Increases are filled, decreases
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

/** Forecast of the year by month: actual and expected figures, with the plan. */
function Forecast(props: QuestionProps) {
  const { page, query, measure } = props
  const answer = useQuery(forecastQuery(useHttp(), page, { ...query, measure }))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <RowsSkeleton rows={6} columns={['40%', '20%', '20%', '20%']} />
  return <Forecasted {...props} answer={answer.data} />
}

function Forecasted({ page, measure: key, unit, answer }: QuestionProps & { readonly answer: ForecastAnswer }) {
  const { t, label, locale } = useStatisticsText()
  const measure = page.measures[key]
  const { year, method, counted, expected, plan, months, running } = answer
  const drawn = useMemo(() => {
    if (!measure) return undefined
    const text = (figure: string | null) => figureText(figure, measure, unit)
    return {
      option: optionOf(answer, { counted: t('counted'), expected: t('expectedMonths'), plan: t('plan'),
        months: timeNames(months.map(({ month }) => month), locale) },
        (value) => (value === 0 ? '0' : figureText(String(value), measure, unit, 0))),
      table: {
        head: [t('month'), t('counted'), t('expectedMonths'), ...(plan === null ? [] : [t('plan')])],
        rows: months.map((
          month,
        ) => [month.month === running ? t('runningMonth', { month: month.month }) : month.month, text(month.counted), text(month.expected),
          ...(plan === null ? [] : [text(month.plan)])]
        ),
      },
    }
  }, [answer, locale, measure, months, plan, running, t, unit])
  if (!measure || !drawn) return null
  const text = (figure: string) => figureOrZero(figure, measure, unit)
  const aim = plan === null ? undefined : decimalOf(expected)?.minus(plan).toFixed()
  return (
    <>
      <p>
        {t('forecastSays', { year, what: label(measure), expected: text(expected), counted: text(counted) })}
        {plan !== null && ` ${t('forecastPlan', { plan: text(plan), difference: changeText(text(aim ?? '0')) })}`}
      </p>
      <p className="second">{t(method === 'lastYear' ? 'methodLastYear' : 'methodAverage')}</p>
      <Chart name={t('forecastSays', { year, what: label(measure), expected: text(expected), counted: text(counted) })}
        option={drawn.option} table={drawn.table} height={280} />
    </>
  )
}

type SeriesNames = Readonly<Record<'counted' | 'expected' | 'plan', string>> & { readonly months: readonly string[] }

/** Actual months are filled, expected amounts hatched and stacked on the running month's actual; the plan is a line. */
const optionOf =
  ({ months, plan, running }: ForecastAnswer, names: SeriesNames, axis: (value: number) => string) =>
  (colours: ChartColours): ChartOption => ({
    ...monthAxes(colours, { months: names.months, current: months.findIndex(({ month }) => month === running), unit: axis }),
    grid: { left: 64, right: 8, top: 18, bottom: 26 },
    tooltip: { trigger: 'axis', ...tooltipBox(colours), valueFormatter: (value) => axis(Number(value)) },
    series: [
      { name: names.counted, type: 'bar', stack: 'all', barMaxWidth: 30, data: months.map(({ counted }) => lengthOf(counted)),
        itemStyle: { color: colours['chart-1'] } },
      {
        name: names.expected,
        type: 'bar',
        stack: 'all',
        barMaxWidth: 30,
        data: months.map(({ counted, expected }) => Math.max(0, lengthOf(expected) - lengthOf(counted))),
        itemStyle: { color: colours['chart-3'],
          decal: { symbol: 'rect', color: colours.surface, dashArrayX: [1, 0], dashArrayY: [2, 2.4], rotation: -Math.PI / 4 } },
      },
      ...(plan === null ?
        [] :
        [{ name: names.plan, type: 'line' as const, step: 'middle' as const, symbol: 'none',
          data: months.map((month) => lengthOf(month.plan)), lineStyle: { color: colours.text, width: 1.5 } }]),
    ],
  })

/** Contribution of each department, category or person to the change between two periods. */
function Explanation(props: QuestionProps) {
  const { page, query, measure } = props
  const { t } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const choices = [...new Set(['department', ...Object.keys(page.dimensions), 'person'])].filter((key) => key !== 'expiry')
  const [by, setBy] = useState(choices[0] ?? 'department')
  const [against, setAgainst] = useState<'previous' | 'lastYear'>('previous')
  const answer = useQuery(explainQuery(useHttp(), page, { ...query, measure, by, against }))
  return (
    <>
      <div className="oa-stat-ask-head flex wrap gap-8 below-12">
        <Segmented aria-label={t('against')} value={against} onChange={setAgainst}
          options={[{ value: 'previous', label: t('againstPrevious') }, { value: 'lastYear', label: t('againstLastYear') }]} />
        <Segmented aria-label={t('by')} value={by} onChange={setBy}
          options={choices.slice(0, 6).map((key) => ({ value: key, label: dimension(key) }))} />
      </div>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['40%', '20%', '20%', '20%']} />}
      {answer.data && <Explained {...props} answer={answer.data} by={by} />}
    </>
  )
}

function Explained(
  { page, measure: key, unit, onOpen, answer, by }: QuestionProps & { readonly answer: ExplainAnswer; readonly by: string },
) {
  const { t, name, label } = useStatisticsText()
  const isNarrow = useIsMobile()
  const measure = page.measures[key]
  const { before, now, parts, period } = answer
  const drawn = useMemo(() => {
    if (!measure) return undefined
    const text = (figure: string) => figureText(figure, measure, unit)
    const names = [t('before'), ...parts.map(({ of }) => name(of.name)), t('now')]
    return {
      option: waterfallOption({ before, now, changes: parts.map(({ change }) => change), names, isNarrow,
        text: (figure) => figureText(figure, measure, unit, 0) }),
      table: {
        head: [t('part'), t('before'), t('now'), t('change')],
        rows: [[t('before'), text(before), '', ''],
          ...parts.map((part) => [name(part.of.name), text(part.before), text(part.now), changeText(text(part.change))]), [t('now'), '',
          text(now), '']],
      },
    }
  }, [measure, unit, parts, before, now, name, t, isNarrow])
  const open = useCallback((at: number) => {
    const part = parts[at - 1]
    if (part && part.of.value !== '…') onOpen({ [by]: part.of.value }, name(part.of.name), key)
  }, [by, key, name, onOpen, parts])
  if (!measure || !drawn) return null
  const difference = decimalOf(now)?.minus(before).toFixed() ?? '0'
  const [first] = parts
  return (
    <>
      <p>
        {t('explained', { what: label(measure), now: figureOrZero(now, measure, unit), before: figureOrZero(before, measure, unit),
          from: period.from, to: period.to })} <strong className="num">{changeText(figureText(difference, measure, unit))}</strong>{' '}
        <span className="num second">{growthOf(now, before) ?? ''}</span>
      </p>
      {first && (
        <p className="second">
          {t('mostBy', { part: name(first.of.name), change: changeText(figureText(first.change, measure, unit)) })}
        </p>
      )}
      {parts.length === 0 ?
        <p className="oa-stat-none third text-centre">{t('noChange')}</p> :
        <Chart name={t('waterfall', { what: label(measure) })} option={drawn.option} table={drawn.table} height={300} onPick={open} />}
    </>
  )
}

/** Months that deviate from their row's history, each with the reason; opens the documents of a month. */
function Anomalies({ page, query, measure: key, unit, onOpen }: QuestionProps) {
  const { t, name } = useStatisticsText()
  const answer = useQuery(anomaliesQuery(useHttp(), page, { ...query, measure: key }))
  const measure = page.measures[key]
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending || !measure) return <RowsSkeleton rows={6} columns={['40%', '20%', '20%', '20%']} />
  if (answer.data.length === 0) return <StateView illustration="empty" title={t('noAnomalies')} text={t('anomaliesHint')} role="status" />
  return (
    <>
      <ul className="oa-stat-anomalies">
        {answer.data.map(({ row, month, figure, usual }) => {
          const what = [...Object.values(row).map((each) => name(each.name)), month].join(' · ')
          const values = Object.fromEntries(Object.entries(row).map(([dimension, { value }]) => [dimension, value]))
          return (
            <li key={what}>
              <button type="button" className="plain line-bottom gap-2" onClick={() => onOpen({ ...values, month }, what, key)}>
                <strong>{what}</strong>
                <span>
                  {t('anomaly', { figure: figureText(figure, measure, unit), usual: figureText(usual, measure, unit),
                    growth: growthOf(figure, usual) ?? '' })}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="second">{t('anomaliesHint')}</p>
    </>
  )
}

const questions = ['why', 'forecast', 'anomalies'] as const
type QuestionKind = (typeof questions)[number]

const answers: Readonly<Record<QuestionKind, ComponentType<QuestionProps>>> = { why: Explanation, forecast: Forecast, anomalies: Anomalies }

interface AskPanelProps extends Omit<QuestionProps, 'measure'> {
  onClose(): void
}

/** Drawer with analyses of the page under its current filters: change, forecast and anomalies. */
export function AskPanel({ page, query, unit, onOpen, onClose }: AskPanelProps) {
  const { t, label } = useStatisticsText()
  const isMobile = useIsMobile()
  const measures = askedMeasures(page)
  const [question, setQuestion] = useState<QuestionKind>('why')
  const [chosen, setMeasure] = useState(measures[0] ?? '')
  const offered = question === 'anomalies' ? anomalyMeasures(page) : measures
  const measure = offered.includes(chosen) ? chosen : (offered[0] ?? '')
  const Answer = answers[question]
  const parts = { page, query, unit, onOpen, measure }
  return (
    <Drawer open placement={isMobile ? 'bottom' : 'right'} width={760} height="88%" closable={false} onClose={onClose}
      rootClassName="oa-stat-panel" title={t('ask')}
      extra={<Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} onClick={onClose} />}
    >
      <div className="oa-stat-ask-head flex wrap gap-8 below-12">
        <Segmented<QuestionKind> aria-label={t('ask')} value={question} onChange={setQuestion}
          options={questions.map((value) => ({ value, label: t(`ask.${value}`) }))} />
        <Select aria-label={t('figure')} value={measure} onChange={setMeasure} popupMatchSelectWidth={false}
          options={offered.map((key) => ({ value: key, label: page.measures[key] ? label(page.measures[key]) : key }))} />
      </div>
      <Answer key={question} {...parts} />
    </Drawer>
  )
}

/** Measures that are additive over departments and months; those of the headline first. */
function askedMeasures({ measures, headline }: StatisticsPage): readonly string[] {
  const adds = (key: string) =>
    measures[key] !== undefined && measures[key].of === undefined && measures[key].unit !== 'documents' &&
    measures[key].medianOf === undefined && !measures[key].over
  return [...new Set([...headline, ...Object.keys(measures)])].filter(adds)
}

const anomalyMeasures = ({ measures, headline }: StatisticsPage): readonly string[] =>
  [...new Set([...headline, ...Object.keys(measures)])].filter((key) =>
    measures[key] !== undefined && measures[key].medianOf === undefined && !measures[key].isShare && !measures[key].over
  )

/** Properties of a question panel. */
interface QuestionProps {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly measure: string
  readonly unit: AmountUnit
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
}

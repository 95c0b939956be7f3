import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHttp } from '#shell/backend.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import { monthAxes, tooltipBox } from '#shell/chart/chart-option.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { decimalOf } from '#kernel/values/money.ts'
import { timeNames } from '../../times.ts'
import type { ForecastAnswer } from '../../wire.ts'
import { forecastQuery } from '../calls.ts'
import { figureOrZero, figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { QuestionProps } from './question-props.ts'
import { changeText } from './waterfall-option.ts'

/** The year by month, counted and expected, beside the plan. */
export function Forecast(props: QuestionProps) {
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
      <p className="oa-quiet">{t(method === 'lastYear' ? 'methodLastYear' : 'methodAverage')}</p>
      <Chart name={t('forecastSays', { year, what: label(measure), expected: text(expected), counted: text(counted) })}
        option={drawn.option} table={drawn.table} height={280} />
    </>
  )
}

type SeriesNames = Readonly<Record<'counted' | 'expected' | 'plan', string>> & { readonly months: readonly string[] }

/** Counted months are filled, expected ones hatched on top of what the running month has come to, the plan is a line. */
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

import { useCallback, useMemo } from 'react'
import type { StatisticsChart, StatisticsPage } from '#kernel/statistics.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { ChartFigures } from '../wire.ts'
import { columnsOption, seriesColours } from './columns-option.ts'
import { figureText, type Unit } from './figures.ts'
import { useStatisticsText } from './text.ts'

interface ColumnsProps {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly unit: Unit
  readonly today: string
  onOpen(row: Readonly<Record<string, string>>, what: string): void
}

/** Months as columns, each stacked of its largest parts. */
export function Columns({ page, chart, figures: { points, series }, unit, today, onOpen }: ColumnsProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const open = useCallback((at: number) => {
    const month = points[at]?.value
    if (month !== undefined) onOpen({ month }, month)
  }, [points, onOpen])
  const drawn = useMemo(() => {
    if (!measure) return undefined
    const months = points.map(({ value }) => value)
    const text = (figure: string | null) => figureText(figure, measure, unit)
    const parts = series.map(({ of, values }) => ({ name: name(of.name), values }))
    const sums = months.map((_, at) => sumMoney(parts.map(({ values }) => values[at])).toFixed())
    const shown = months.map((month) => (new Set(months.map((each) => each.slice(0, 4))).size > 1 ? month : String(Number(month.slice(5)))))
    return {
      parts,
      isNothing: parts.every(({ values }) => values.every((figure) => decimalOf(figure)?.isZero() ?? true)),
      total: text(sumMoney(sums).toFixed()),
      option: columnsOption({ months: shown, series: parts, sums, current: months.indexOf(today.slice(0, 7)), text,
        axis: (value) => (value === 0 ? '0' : figureText(String(value), measure, unit, 0)), total: t('total') }),
      table: {
        head: [t('month'), ...parts.map((part) => part.name), ...(parts.length > 1 ? [t('total')] : [])],
        rows: months.map((month, at) => [month, ...parts.map(({ values }) => text(values[at] ?? null)), ...(parts.length > 1 ? [text(sums[at] ?? null)] : [])]),
      },
    }
  }, [measure, points, series, unit, today, name, t])
  if (!drawn) return null
  return (
    <section className="oa-stat-chart" aria-label={label(chart)}>
      <SectionTitle>{label(chart)}</SectionTitle>
      {!drawn.isNothing && drawn.parts.length > 1 && (
        <ul className="oa-chart-key">
          {drawn.parts.map((part, at) => (
            <li key={part.name}>
              <i style={{ background: `var(--${seriesColours[at] ?? 'chart-5'})` }} aria-hidden />
              {part.name}
            </li>
          ))}
        </ul>
      )}
      {drawn.isNothing ?
        <p className="oa-stat-none">{t('noData')}</p> :
        <Chart name={t('chartName', { name: label(chart), total: drawn.total })} option={drawn.option} table={drawn.table} height={264} onPick={open} />}
    </section>
  )
}

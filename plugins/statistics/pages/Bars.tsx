import type { StatisticsChart, StatisticsPage } from '#kernel/statistics.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { ChartFigures } from '../wire.ts'
import { figureText, lengthOf, type Unit } from './figures.ts'
import { useStatisticsText } from './text.ts'

interface BarsProps {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly unit: Unit
  onOpen(row: Readonly<Record<string, string>>, what: string): void
}

/** The largest values of a dimension, or the parts of the whole, as bars that open their documents. */
export function Bars({ page, chart, figures: { points, series }, unit, onOpen }: BarsProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values ?? []
  const longest = Math.max(...values.map(lengthOf), 0)
  const whole = sumMoney(values)
  if (!measure) return null
  const share = (figure: string | null | undefined) => (whole.isZero() ? '—' : `${decimalOf(figure)?.div(whole).times(100).toFixed(1) ?? '0.0'}%`)
  return (
    <section className="oa-stat-chart" aria-label={label(chart)}>
      <SectionTitle>{label(chart)}</SectionTitle>
      {points.length === 0 && <p className="oa-stat-none">{t('noData')}</p>}
      <ul className={chart.kind === 'share' ? 'oa-stat-bars is-share' : 'oa-stat-bars'}>
        {points.map(({ value, name: stored }, at) => {
          const text = figureText(values[at], measure, unit, 0)
          const content = (
            <>
              <span className="cut">{name(stored)}</span>
              <i aria-hidden>
                <b style={{ width: `${longest === 0 ? 0 : (lengthOf(values[at]) / longest) * 100}%` }} />
              </i>
              <span className="num">{text}</span>
              {chart.kind === 'share' && <span className="num oa-quiet">{share(values[at])}</span>}
            </>
          )
          // the others together are no value that could be opened
          const by = value === '…' ? undefined : chart.by
          return (
            <li key={value}>
              {by === undefined ?
                <span className="oa-stat-bar">{content}</span> :
                <button type="button" className="plain oa-stat-bar" title={name(stored)} onClick={() => onOpen({ [by]: value }, name(stored))}>{content}</button>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

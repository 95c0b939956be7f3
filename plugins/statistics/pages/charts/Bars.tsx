import { useMemo, useCallback } from 'react'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { Section } from './Section.tsx'
import { seriesColours } from './columns-option.ts'

/** The largest values of a dimension as bars or as a donut; each opens its documents. */
export function Bars(props: ChartProps) {
  const { page, chart, figures, unit, onOpen } = props
  const { name } = useStatisticsText()
  const { points, series } = figures
  const measure = page.measures[chart.measure]
  const [{ values } = { values: [] }, second] = series
  const aims = second?.values
  const longest = Math.max(...series.flatMap((each) => each.values.map(lengthOf)), 0)
  const whole = sumMoney(values)
  if (!measure) return null
  const isShare = chart.kind === 'share'
  const width = (figure: string | null | undefined) => `${longest === 0 ? 0 : (lengthOf(figure) / longest) * 100}%`
  const aim = chart.beside === undefined ? undefined : page.measures[chart.beside]
  const labelAt = (at: number) => {
    const text = figureText(values[at], measure, unit, measure.unit === 'amount' ? 0 : 1)
    return aim ? `${text} / ${figureText(aims?.[at], aim, unit, 0)}` : text
  }
  // the aggregate of the remaining values cannot be opened
  const by = (value: string) => {
    const key = value === '…' ? undefined : chart.by
    return key === undefined ? undefined : (what: string) => onOpen({ [key]: value }, what, chart.measure)
  }
  return (
    <Section chart={chart} isNothing={points.length === 0}>
      {isShare && <Donut {...props} />}
      <ul className={isShare ? 'oa-stat-bars is-share' : 'oa-stat-bars'}>
        {points.map((point, at) => (
          <Bar key={point.value} label={name(point.name)} width={width(values[at])} text={labelAt(at)}
            share={isShare ? shareText(values[at], whole) : undefined} aim={aims && width(aims[at])} onOpen={by(point.value)} />
        ))}
      </ul>
    </Section>
  )
}

const shareText = (figure: string | null | undefined, whole: ReturnType<typeof sumMoney>): string =>
  whole.isZero() ? '—' : `${decimalOf(figure)?.div(whole).times(100).toFixed(1) ?? '0.0'}%`

interface BarProps {
  readonly label: string
  readonly width: string
  readonly text: string
  readonly share: string | undefined
  /** Position of the reference figure. */
  readonly aim: string | undefined
  readonly onOpen: ((what: string) => void) | undefined
}

function Bar({ label, width, text, share, aim, onOpen }: BarProps) {
  const content = (
    <>
      <span className="cut">{label}</span>
      <i aria-hidden>
        <b style={{ width }} />
        {aim !== undefined && <u style={{ insetInlineStart: aim }} />}
      </i>
      <span className="num">{text}</span>
      {share !== undefined && <span className="num oa-quiet">{share}</span>}
    </>
  )
  return (
    <li>
      {onOpen ?
        <button type="button" className="plain oa-stat-bar" title={label} onClick={() => onOpen(label)}>{content}</button> :
        <span className="oa-stat-bar">{content}</span>}
    </li>
  )
}

/** Donut chart; its figures are in the adjacent list. */
function Donut({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const values = series[0]?.values
  const drawn = useMemo(() => {
    if (!measure || !values) return undefined
    const rows = points.map((point, at) => [name(point.name), figureText(values[at], measure, unit)] as const)
    return {
      option: (colours: ChartColours): ChartOption => ({
        series: [{
          type: 'pie',
          radius: ['58%', '92%'],
          label: { show: false },
          itemStyle: { borderColor: colours.surface, borderWidth: 2 },
          data: rows.map(([part], at) => ({ name: part, value: lengthOf(values[at]),
            itemStyle: { color: colours[seriesColours[Math.min(at, 4)] ?? 'chart-5'] } })
          ),
        }],
      }),
      table: { head: [label(chart), label(measure)], rows },
      total: figureText(sumMoney(values).toFixed(), measure, unit),
    }
  }, [chart, label, measure, name, points, unit, values])
  const open = useOpenPoint({ chart, points, onOpen })
  return drawn
    ? (
      <Chart name={t('chartName', { name: label(chart), total: drawn.total })} option={drawn.option} table={drawn.table} height={148}
        onPick={open} />
    )
    : null
}

/** Returns a callback that opens the documents of a point by index; a no-op for the aggregate of the smaller values. */
export function useOpenPoint(
  { chart, points, onOpen }: Pick<ChartProps, 'chart' | 'onOpen'> & Pick<ChartProps['figures'], 'points'>,
): (at: number) => void {
  const { name } = useStatisticsText()
  return useCallback((at) => {
    const point = points[at]
    if (point && chart.by !== undefined && point.value !== '…') onOpen({ [chart.by]: point.value }, name(point.name), chart.measure)
  }, [chart, name, onOpen, points])
}

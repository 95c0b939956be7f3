import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import type { ChartProps } from './chart-props.ts'
import { Section } from './Section.tsx'
import { Donut } from './Donut.tsx'

/** The largest values of a dimension as bars, or the parts of the whole; each opens its documents. */
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
  // the others together are no value that could be opened
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
  /** The place of the figure that it is compared with. */
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

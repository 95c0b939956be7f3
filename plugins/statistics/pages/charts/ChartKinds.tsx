import { useCallback, useMemo } from 'react'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import type { ChartColours, ChartOption } from '#shell/chart/chart-option.ts'
import type { Measure, StatisticsChart } from '#plugins/statistics/statistics-page.ts'
import { figureText, lengthOf, timeNames } from '../../figures.ts'
import { useStatisticsText } from '../texts.ts'
import { bandOfShare, type ChartProps, Section } from './chart-parts.tsx'
import { type Arrangement, columnsOption, cumulativeShares, seriesColours } from './columns-option.ts'

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
      <ul className={isShare ? 'oa-stat-bars is-share grid gap-2' : 'oa-stat-bars grid gap-2'}>
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
      {share !== undefined && <span className="num second">{share}</span>}
    </>
  )
  return (
    <li>
      {onOpen ?
        (
          <button type="button" className="plain oa-stat-bar middle grid gap-10 wide" title={label} onClick={() => onOpen(label)}>
            {content}
          </button>
        ) :
        <span className="oa-stat-bar middle grid gap-10 wide">{content}</span>}
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

/** Days, months or values as columns or lines. */
export function Columns({ page, chart, figures: { points, series }, unit, today, onOpen }: ChartProps) {
  const { t, label, name, locale } = useStatisticsText()
  const measure = page.measures[chart.measure]
  const isTimed = chart.kind === 'columns' || chart.kind === 'lines'
  const time = points[0]?.value.length === 'yyyy-MM-dd'.length ? 'day' : 'month'
  const key = isTimed ? time : chart.by
  const open = useCallback((at: number) => {
    const point = points[at]
    // the aggregate of the remaining values cannot be opened
    if (point !== undefined && key !== undefined && point.value !== '…') onOpen({ [key]: point.value }, name(point.name), chart.measure)
  }, [points, onOpen, key, name, chart.measure])
  const drawn = useMemo(() => {
    if (!measure) return undefined
    const arrangement = arrangementOf(chart, series.length)
    const text = (figure: string | null) => figureText(figure, measure, unit)
    const parts = series.map(({ of, values }) => ({ name: name(of.name), values }))
    const sums = points.map((_, at) => sumMoney(parts.map(({ values }) => values[at])).toFixed())
    const names = points.map((point) => name(point.name))
    return {
      parts,
      isNothing: parts.every(({ values }) => values.every((figure) => decimalOf(figure)?.isZero() ?? true)),
      total: text(totalOf(chart, arrangement, { sums, first: parts[0]?.values ?? [] })),
      option: columnsOption({ months: isTimed ? timeNames(names, locale) : names, series: parts, sums, arrangement,
        current: currentOf(points, today), text, axis: (value) => (value === 0 ? '0' : figureText(String(value), measure, unit, 0)),
        ...(arrangement === 'stack' && { total: t('total') }) }),
      table: tableOf({ first: isTimed ? t(time) : label(chart), names, parts, further: furtherColumn({ arrangement, parts, sums, text, t }),
        text }),
    }
  }, [measure, points, series, unit, today, name, t, label, chart, isTimed, time, locale])
  if (!drawn) return null
  return (
    <Section chart={chart} isNothing={drawn.isNothing}>
      {drawn.parts.length > 1 && <Key names={drawn.parts.map((part) => part.name)} isLines={chart.kind === 'lines'} />}
      <Chart name={t('chartName', { name: label(chart), total: drawn.total })} option={drawn.option} table={drawn.table} height={264} {
        // cumulative figures include earlier months, so a month has no documents of its own to open
        ...(!chart.isRunning && { onPick: open })
      } />
    </Section>
  )
}

/** Index of the running month or day among the points. */
const currentOf = (points: ChartProps['figures']['points'], today: string): number =>
  points.findIndex(({ value }) => value.length >= 'yyyy-MM'.length && value === today.slice(0, value.length))

function arrangementOf({ kind, by }: StatisticsChart, series: number): Arrangement {
  if (kind === 'lines' || kind === 'pareto') return kind
  return by === undefined && series > 1 ? 'side' : 'stack'
}

interface TotalColumns {
  readonly sums: readonly string[]
  /** Values of the first series. */
  readonly first: readonly (string | null)[]
}

/** The chart’s total: all series if they are additive, else the first one; the last point for cumulative figures. */
function totalOf({ isRunning }: StatisticsChart, arrangement: Arrangement, { sums, first }: TotalColumns): string | null {
  return isRunning ? (first.at(-1) ?? null) : sumMoney(adds(arrangement) ? sums : first).toFixed()
}

/** Returns whether the series of a point are additive. */
const adds = (arrangement: Arrangement): boolean => arrangement === 'stack' || arrangement === 'pareto'

interface ColumnPart {
  readonly name: string
  readonly values: readonly (string | null)[]
}

interface Further {
  readonly arrangement: Arrangement
  readonly parts: readonly ColumnPart[]
  readonly sums: readonly string[]
  text(figure: string | null): string
  t(key: 'total' | 'together'): string
}

/** Extra column of the data table: the sum of the series, or the cumulative share. */
function furtherColumn(
  { arrangement, parts, sums, text, t }: Further,
): { readonly head: string; readonly cells: readonly string[] } | undefined {
  if (arrangement === 'pareto') return { head: t('together'), cells: cumulativeShares(parts[0]?.values ?? []).map((share) => `${share}%`) }
  return arrangement === 'stack' && parts.length > 1 ? { head: t('total'), cells: sums.map(text) } : undefined
}

interface TableInput extends Pick<Further, 'parts' | 'text'> {
  readonly first: string
  readonly names: readonly string[]
  readonly further: ReturnType<typeof furtherColumn>
}

const tableOf = ({ first, names, parts, further, text }: TableInput) => ({
  head: [first, ...parts.map((part) => part.name), ...(further ? [further.head] : [])],
  rows: names.map((named,
    at) => [named, ...parts.map(({ values }) => text(values[at] ?? null)), ...(further ? [further.cells[at] ?? ''] : [])]
  ),
})

function Key({ names, isLines }: { readonly names: readonly string[]; readonly isLines: boolean }) {
  const colour = (at: number) => (isLines ? (at % 2 === 0 ? 'chart-1' : 'chart-4') : (seriesColours[at] ?? 'chart-5'))
  return (
    <ul className="oa-chart-key flex wrap small line-18">
      {names.map((name, at) => (
        <li key={name}>
          <i className={isLines ? 'is-line' : undefined} style={{ background: `var(--${colour(at)})` }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Number of shades, from 0 to the largest figure. */
const steps = 5

/** Heat map as a table: cells show their figures and are shaded by them. */
export function Heat({ page, chart, figures: { points, series }, unit, onOpen }: ChartProps) {
  const { t, label, name } = useStatisticsText()
  const measure = page.measures[chart.measure]
  if (!measure) return null
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map(lengthOf)))
  const { by = '', across = 'month' } = chart
  return (
    <Section chart={chart} isNothing={series.length === 0 || largest === 0}>
      <div ref={isTimed(across) ? showEnd : undefined} className="oa-stat-heat" tabIndex={0} role="group" aria-label={label(chart)}>
        <table className="small">
          <thead>
            <tr>
              <th scope="col">
                <span className="oa-chart-spoken clip absolute">{label(measure)}</span>
              </th>
              {points.map((point) => (
                <th key={point.value} scope="col" title={name(point.name)}>
                  <span className="cut">{name(point.name)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map(({ of, values }) => (
              <tr key={of.value}>
                <th scope="row" title={name(of.name)}>
                  <span className="cut">{name(of.name)}</span>
                </th>
                {points.map((point, at) => (
                  <td className="bare text-right" key={point.value}>
                    <Cell measure={measure} figure={values[at] ?? null} text={figureText(values[at], measure, unit, 0)}
                      shade={chart.isBand ? undefined : shadeOf(values[at], largest)}
                      of={t('openDocuments', { what: `${name(of.name)} · ${name(point.name)}` })}
                      onOpen={() =>
                        onOpen({ [by]: of.value, [across]: point.value }, `${name(of.name)} · ${name(point.name)}`, chart.measure)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const isTimed = (across: string): boolean => across === 'month' || across === 'week'

/** Shade of a figure, 0 to 5 relative to the largest; 0 only for zero or missing figures. */
export const shadeOf = (figure: string | null | undefined,
  largest: number): number => (largest === 0 ? 0 : Math.ceil((lengthOf(figure) / largest) * steps))

interface CellProps {
  readonly measure: Measure
  readonly figure: string | null
  readonly text: string
  /** Shade 0 to 5; if undefined, the cell is coloured by the measure's threshold band. */
  readonly shade: number | undefined
  readonly of: string
  onOpen(): void
}

function Cell({ figure, text, shade, of, onOpen }: CellProps) {
  if (text === '—') return <span className="oa-nothing">—</span>
  return (
    <button type="button" className="plain num oa-stat-heat-cell block text-right wide" data-shade={shade}
      data-band={shade === undefined ? bandOfShare(figure) : undefined} aria-label={`${text} · ${of}`} onClick={onOpen}
    >
      {text}
    </button>
  )
}

/** Ref callback for a horizontally scrolling time axis: scrolls to the newest times at first. */
export function showEnd(box: HTMLElement | null): void {
  if (box) box.scrollLeft = box.scrollWidth
}

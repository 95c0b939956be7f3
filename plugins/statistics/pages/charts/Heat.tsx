import type { Measure } from '#plugins/statistics/statistics-page.ts'
import { figureText, lengthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import { bandOfShare } from './bands.ts'
import type { ChartProps } from './chart-props.ts'
import { Section } from './Section.tsx'

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
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="oa-chart-spoken">{label(measure)}</span>
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
                  <td key={point.value}>
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
    <button type="button" className="plain num oa-stat-heat-cell" data-shade={shade}
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

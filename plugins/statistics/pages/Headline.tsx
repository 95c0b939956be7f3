import type { Label } from '#kernel/wording/label.ts'
import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { type AmountUnit, comparisonsOf, type FigureComparison, figureOrZero, growthOf } from '../figures.ts'
import type { ComparisonPeriods, HeadlineFigure } from '../wire.ts'
import { useStatisticsText } from './texts.ts'

interface HeadlineProps {
  readonly page: StatisticsPage
  readonly figures: readonly HeadlineFigure[]
  readonly compared: ComparisonPeriods
  readonly unit: AmountUnit
  onOpen(measure: string): void
}

/** The page’s headline figures with their growth against the previous period and the previous year. */
export function Headline({ page, figures, compared, unit, onOpen }: HeadlineProps) {
  const { t, label } = useStatisticsText()
  return (
    <dl className="oa-stat-headline line-bottom line-top grid">
      {figures.map((figure) => {
        const { measure: key, value } = figure
        const measure = page.measures[key]
        const isUnknown = value === null
        const text = measure && (isUnknown ? '—' : figureOrZero(value, measure, unit, 0))
        return measure && (
          <div className="line-left line-top" key={key}>
            <dt className="second small">
              <MeasureName name={titleOf(page, measure, label)} hint={measure.hint} isFocusable />
            </dt>
            <dd>
              <button type="button" className="plain oa-stat-key" aria-label={`${text} · ${t('openDocuments', { what: label(measure) })}`}
                onClick={() => onOpen(key)}
              >
                {measure.unit === 'amount' && !isUnknown && <span className="oa-money-sign regular">￥</span>}
                <strong className="num bold">{text}</strong>
              </button>
              <span className="oa-stat-growths muted flex wrap">
                {comparisonsOf(page, compared, figure).map((comparison) => (
                  <Growth key={comparison.en} comparison={comparison} value={value} measure={measure} />
                ))}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface GrowthProps {
  readonly comparison: FigureComparison
  readonly value: string | null
  readonly measure: Measure
}

/** Growth of a figure compared with another period. */
export function Growth({ comparison, value, measure }: GrowthProps) {
  const { t, label } = useStatisticsText()
  const { from, to, before } = comparison
  const growth = growthOf(value, before)
  const isBad = measure.isBad && growth?.includes('+')
  return (
    <span className="oa-stat-growth" data-tip={t('comparedWith', { from, to })}>
      {label(comparison)} <span className="num" data-tone={isBad ? 'bad' : undefined}>{growth ?? '—'}</span>
    </span>
  )
}

interface MeasureNameProps {
  readonly name: string
  /** Tooltip that explains the figure. */
  readonly hint: Label | undefined
  readonly isFocusable?: true
}

/** Name of a measure, with a tooltip if it has a hint. */
export function MeasureName({ name, hint, isFocusable }: MeasureNameProps) {
  const { label } = useStatisticsText()
  if (!hint) return name
  return (
    <span className="oa-stat-hinted" {...(isFocusable && { tabIndex: 0, 'data-tip': label(hint) })}>
      {name}
      <span className="oa-chart-spoken clip absolute">{label(hint)}</span>
    </span>
  )
}

/** Full name of a measure: column group and name, joined by “·”. */
export function titleOf({ heads }: StatisticsPage, measure: Measure, label: (of: Label) => string): string {
  const head = measure.head === undefined ? undefined : heads?.[measure.head]
  return head ? `${label(head)} · ${label(measure)}` : label(measure)
}

import type { Measure, StatisticsPage } from '#kernel/statistics.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { HeadlineFigure } from '../wire.ts'
import { figureText, growthOf, type Unit } from '../figures.ts'
import { useStatisticsText } from './text.ts'

interface HeadlineProps {
  readonly page: StatisticsPage
  readonly figures: readonly HeadlineFigure[]
  readonly unit: Unit
  onOpen(measure: string): void
}

/** What the page comes to, beside the time before and the year before. */
export function Headline({ page, figures, unit, onOpen }: HeadlineProps) {
  const { t, label } = useStatisticsText()
  return (
    <dl className="oa-stat-headline">
      {figures.map(({ measure: key, value, previous, lastYear }) => {
        const measure = page.measures[key]
        const isUnknown = value === null
        const text = measure && (isUnknown ? '-' : figureText(value, measure, unit, 0).replace('—', '0'))
        return measure && (
          <div key={key}>
            <dt>{titleOf(page, measure, label)}</dt>
            <dd>
              <button type="button" className="plain oa-stat-key" aria-label={`${text} · ${t('openDocuments', { what: label(measure) })}`} onClick={() => onOpen(key)}>
                {measure.unit === 'amount' && !isUnknown && <span className="oa-money-sign">￥</span>}
                <strong className="num">{text}</strong>
              </button>
              <span className="oa-stat-growths">
                <Growth name={t('previous')} tip={t('previousTip')} value={value} before={previous} measure={measure} />
                <Growth name={t('lastYear')} tip={t('lastYearTip')} value={value} before={lastYear} measure={measure} />
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** What a measure is called, with the head that it stands under. */
function titleOf({ heads }: StatisticsPage, measure: Measure, label: (of: Label) => string): string {
  const head = measure.head === undefined ? undefined : heads?.[measure.head]
  return head ? `${label(head)} · ${label(measure)}` : label(measure)
}

interface GrowthProps {
  readonly name: string
  readonly tip: string
  readonly value: string | null
  readonly before: string | null
  readonly measure: Measure
}

export function Growth({ name, tip, value, before, measure }: GrowthProps) {
  const growth = growthOf(value, before)
  const isBad = measure.isBad && growth?.startsWith('+')
  return (
    <span className="oa-stat-growth" data-tip={tip}>
      {name} <span className="num" data-tone={isBad ? 'bad' : undefined}>{growth ?? '-'}</span>
    </span>
  )
}

import { Segmented } from 'antd'
import { Bar, RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useText } from '#shell/text.tsx'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { ChartGrid } from './charts/ChartGrid.tsx'
import { useStatisticsText } from './texts.ts'
import type { AmountUnit } from '../figures.ts'

interface DataDateProps {
  readonly date: string | undefined
  /** Earlier documents are not yet counted. */
  readonly isIncomplete?: boolean | undefined
}

/** Shows the day up to which documents are counted, and whether a recount is still running. */
export function DataDate({ date, isIncomplete = false }: DataDateProps) {
  const { t } = useStatisticsText()
  // placeholder: the title line keeps its height until the date is known
  if (date === undefined)
    return <span className="oa-pill oa-stat-date is-waiting" aria-hidden>{t('dataUpTo', { date: '0000-00-00' })}</span>
  return (
    <>
      <span className="oa-pill oa-stat-date" data-tone="grey" tabIndex={0} data-tip={t('dataUpToHint')}>{t('dataUpTo', { date })}</span>
      {isIncomplete && (
        <span className="oa-pill oa-stat-date" data-tone="orange" tabIndex={0} data-tip={t('stillCountingHint')}>{t('stillCounting')}</span>
      )}
    </>
  )
}

/** Switch between yuan and ten thousand yuan. */
export function UnitSwitch({ unit, onChange }: { readonly unit: AmountUnit; onChange(unit: AmountUnit): void }) {
  const { t } = useStatisticsText()
  return (
    <Segmented<AmountUnit> aria-label={t('unit')} value={unit} onChange={onChange}
      options={[{ value: 'one', label: t('one') }, { value: 'tenThousand', label: t('tenThousand') }]} />
  )
}

/** Skeleton of a statistics page while its figures load. */
export function Waiting(
  { page: { headline, charts, groupBy, measures }, isWithoutTable = false }: { readonly page: StatisticsPage;
    readonly isWithoutTable?: boolean },
) {
  const { t } = useText()
  return (
    <div className="oa-waiting" role="status" aria-label={t('shell.loading')}>
      <div className="oa-stat-headline line-bottom line-top grid">
        {headline.map((key) => (
          <div key={key} className="oa-stat-waiting-key line-left line-top">
            <Bar width="40%" />
            <Bar width="60%" height={20} />
            <Bar width="70%" />
          </div>
        ))}
      </div>
      <ChartGrid charts={charts}>
        {() => (
          <div className="oa-stat-chart oa-stat-waiting-chart narrow">
            <Bar width={140} height={16} />
            <Bar width="100%" height={264} />
          </div>
        )}
      </ChartGrid>
      {!isWithoutTable && <RowsSkeleton columns={[...groupBy.map(() => 120), ...Object.keys(measures).map(() => 72)]} />}
    </div>
  )
}

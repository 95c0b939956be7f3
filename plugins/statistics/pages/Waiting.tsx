import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { Bar, RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useText } from '#shell/text.tsx'

/** Skeleton of a statistics page while its figures load. */
export function Waiting(
  { page: { headline, charts, groupBy, measures }, isWithoutTable = false }: { readonly page: StatisticsPage;
    readonly isWithoutTable?: boolean },
) {
  const { t } = useText()
  return (
    <div className="oa-waiting" role="status" aria-label={t('shell.loading')}>
      <div className="oa-stat-headline">
        {headline.map((key) => (
          <div key={key} className="oa-stat-waiting-key">
            <Bar width="40%" />
            <Bar width="60%" height={20} />
            <Bar width="70%" />
          </div>
        ))}
      </div>
      <div className="oa-stat-charts">
        {charts.map(({ en, kind }) => (
          <div key={en} className="oa-stat-chart oa-stat-waiting-chart" data-kind={kind}>
            <Bar width={140} height={16} />
            <Bar width="100%" height={264} />
          </div>
        ))}
      </div>
      {!isWithoutTable && <RowsSkeleton columns={[...groupBy.map(() => 120), ...Object.keys(measures).map(() => 72)]} />}
    </div>
  )
}

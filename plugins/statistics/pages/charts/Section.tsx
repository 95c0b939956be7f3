import type { ReactNode } from 'react'
import type { StatisticsChart } from '#plugins/statistics/statistics-page.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { useStatisticsText } from '../text.ts'

interface SectionProps {
  readonly chart: StatisticsChart
  /** True without any figure; shows a placeholder. */
  readonly isNothing: boolean
  readonly children: ReactNode
}

/** A chart under its title. */
export function Section({ chart, isNothing, children }: SectionProps) {
  const { t, label } = useStatisticsText()
  return (
    <section className="oa-stat-chart" data-kind={chart.kind} aria-label={label(chart)}>
      <SectionTitle>{label(chart)}</SectionTitle>
      {isNothing ? <p className="oa-stat-none">{t('noData')}</p> : children}
    </section>
  )
}

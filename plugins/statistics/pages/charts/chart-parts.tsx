import type { ReactNode } from 'react'
import { Decimal } from 'decimal.js'
import { decimalOf } from '#kernel/values/money.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { StatisticsChart, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { type Band, bandOf } from '#plugins/statistics/bands.ts'
import { useStatisticsText } from '../texts.ts'
import type { ChartFigures } from '../../wire.ts'
import type { AmountUnit } from '../../figures.ts'

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
    <section className="oa-stat-chart narrow" aria-label={label(chart)}>
      <SectionTitle>{label(chart)}</SectionTitle>
      {isNothing ? <p className="oa-stat-none third text-centre">{t('noData')}</p> : children}
    </section>
  )
}

/** Properties of all chart components. */
export interface ChartProps {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly unit: AmountUnit
  readonly today: string
  /** Opens the documents behind a point; `what` names the point in the drawer. */
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
}

/** Band of a share of a budget. */
export function bandOfShare(share: string | null): Band {
  const value = decimalOf(share)
  return bandOf(value === null || value === undefined ? undefined : new Decimal(1), value ?? new Decimal(0))
}

export const bandTones = { within: 'green', near: 'orange', over: 'red', none: 'text3' } as const satisfies Record<Band, string>

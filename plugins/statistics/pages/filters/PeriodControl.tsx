import { Segmented } from 'antd'
import { Suspense } from 'react'
import { DaysField } from '#fields/moments/family.tsx'
import type { QuickRange, StatisticsPage } from '#kernel/statistics.ts'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { periodOf } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { offeredRanges, rangeOf } from './period-filters.ts'

interface PeriodControlProps {
  readonly id: string
  readonly page: StatisticsPage
  readonly today: string
  /** First and last day, joined by a comma. */
  readonly value: string
  onChange(period: string | undefined): void
}

/** The days that count: chosen one by one, or a quick range. */
export function PeriodControl({ id, page, today, value, onChange }: PeriodControlProps) {
  const { t } = useStatisticsText()
  return (
    <>
      <Suspense fallback={<Bar width="100%" height={32} />}>
        <DaysField id={id} label={t('period')} value={value} onChange={onChange} />
      </Suspense>
      <Segmented<QuickRange | ''> aria-label={t('quick')} value={rangeOf(page, value, today) ?? ''}
        onChange={(range) => range !== '' && onChange(periodOf(range, today))}
        options={offeredRanges(page).map((range) => ({ value: range, label: t(`quick.${range}`) }))} />
    </>
  )
}

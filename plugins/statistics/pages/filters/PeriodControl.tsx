import { EllipsisOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { Suspense } from 'react'
import { DaysField } from '#fields/moments/family.tsx'
import type { QuickRange, StatisticsPage } from '#kernel/statistics.ts'
import { MenuButton } from '#shell/floating/MenuButton.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { periodOf } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { chipsOf, offeredRanges, rangeOf } from './period-filters.ts'

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
  const current = rangeOf(page, value, today)
  const chips = chipsOf(page, current)
  const rest = offeredRanges(page).filter((range) => !chips.includes(range))
  return (
    <>
      <Suspense fallback={<Bar width="100%" height={32} />}>
        <DaysField id={id} label={t('period')} value={value} onChange={onChange} />
      </Suspense>
      <Segmented<QuickRange | ''> aria-label={t('quick')} value={current ?? ''}
        onChange={(range) => range !== '' && onChange(periodOf(range, today))}
        options={chips.map((range) => ({ value: range, label: t(`quick.${range}`) }))} />
      <MenuButton className="oa-stat-ranges" name={t('quickMore')} side="below-end"
        sections={[{ key: 'ranges',
          items: rest.map((range) => ({ key: range, label: t(`quick.${range}`), choose: () => onChange(periodOf(range, today)) })) }]}
      >
        <EllipsisOutlined />
      </MenuButton>
    </>
  )
}

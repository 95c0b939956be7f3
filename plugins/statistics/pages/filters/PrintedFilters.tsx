import { Suspense } from 'react'
import type { ListQuery } from '#shell/list/query.ts'
import { shownPeriod } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { Chosen } from './FilterChips.tsx'
import { filterField } from './filter-field.ts'
import type { FiltersProps } from './filters-props.ts'
import { filtersInUse } from './filters-in-use.ts'

interface PrintedFiltersProps extends Pick<FiltersProps, 'page' | 'today'> {
  readonly query: Pick<ListQuery, 'filters' | 'current' | 'size'>
  /** Rows of the table in all. */
  readonly total: number
}

/** On paper, in place of the filters: the time, each filter in use with its values, and which rows of the table are printed. */
export function PrintedFilters({ page, today, query: { filters, current, size }, total }: PrintedFiltersProps) {
  const { t, label } = useStatisticsText()
  const first = (current - 1) * size + 1
  return (
    <p className="oa-stat-printed">
      <span>{shownPeriod(page, filters, today).replace(',', ' – ')}</span>
      <Suspense>
        {filtersInUse(page, filters).filter((key) => key !== 'period').map((key) => (
          <span key={key}>
            {key === 'enterprise' ? t('enterprise') : label(filterField(page, key))}: <Chosen page={page} of={key} value={filters[key]} />
            {key === 'department' && filters['withSub'] === '0' && ` (${t('withoutSub')})`}
          </span>
        ))}
      </Suspense>
      {total > size && <span>{t('printedRows', { first, last: Math.min(total, first + size - 1), total })}</span>}
    </p>
  )
}

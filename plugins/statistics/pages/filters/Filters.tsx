import { Button, Checkbox } from 'antd'
import { Suspense, useId } from 'react'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { shownPeriod } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { EnterpriseFilter } from './EnterpriseFilter.tsx'
import { departmentField } from './filter-field.ts'
import { FilterControl } from './FilterControl.tsx'
import type { FiltersProps } from './filters-props.ts'
import { PeriodControl } from './PeriodControl.tsx'
import { periodFilters } from './period-filters.ts'
import { PhoneFilters } from './PhoneFilters.tsx'

/** Time, enterprise, department, and what else a page may be narrowed to; on a phone behind one button. */
export const Filters = (props: FiltersProps) => (useIsMobile() ? <PhoneFilters {...props} /> : <FilterRow {...props} />)

function FilterRow({ page, query, filters, today, onFilter }: FiltersProps) {
  const { t } = useStatisticsText()
  const id = useId()
  const set = (name: string, value: string | undefined) => onFilter({ ...filters, [name]: value ?? '' })
  return (
    <div className="oa-stat-filters" role="search">
      <PeriodControl id={`${id}-period`} page={page} today={today} value={shownPeriod(page, filters, today)}
        onChange={(period) => onFilter({ ...filters, ...periodFilters(page, period, today) })} />
      <EnterpriseFilter id={`${id}-enterprise`} value={filters['enterprise']} onChange={(value) => set('enterprise', value)} />
      <Suspense fallback={['department', ...page.filters].map((key) => <Bar key={key} width="100%" height={32} />)}>
        <FieldFilter id={`${id}-department`} field={departmentField} value={filters['department']}
          onChange={(value) => set('department', value)} />
        {filters['department'] && (
          <Checkbox checked={filters['withSub'] !== '0'} onChange={({ target }) => set('withSub', target.checked ? '' : '0')}>
            {t('withSub')}
          </Checkbox>
        )}
        {page.filters.map((key) => (
          <FilterControl key={key} id={`${id}-${key}`} page={page} query={query} of={key} value={filters[key]}
            onChange={(value) => set(key, value)} />
        ))}
      </Suspense>
      <Button type="text" onClick={() => onFilter({})}>{t('reset')}</Button>
    </div>
  )
}

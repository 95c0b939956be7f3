import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { Suspense, useId, useState } from 'react'
import { MenuButton } from '#shell/floating/MenuButton.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { shownPeriod } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { EnterpriseFilter } from './EnterpriseFilter.tsx'
import { departmentField, filterField } from './filter-field.ts'
import { FilterControl } from './FilterControl.tsx'
import type { FiltersProps } from './filters-props.ts'
import { PeriodControl } from './PeriodControl.tsx'
import { periodFilters } from './period-filters.ts'
import { PhoneFilters } from './PhoneFilters.tsx'

/** Time, department, and behind a button what else a page may be narrowed to; on a phone behind one button. */
export const Filters = (props: FiltersProps) => (useIsMobile() ? <PhoneFilters {...props} /> : <FilterRow {...props} />)

function FilterRow({ page, query, filters, today, onFilter }: FiltersProps) {
  const { t, label } = useStatisticsText()
  const id = useId()
  const set = (name: string, value: string | undefined) => onFilter({ ...filters, [name]: value ?? '' })
  const [added, setAdded] = useState<readonly string[]>([])
  const isShown = (key: string) => added.includes(key) || Boolean(filters[key])
  const filterName = (key: string) => (key === 'enterprise' ? t('enterprise') : label(filterField(page, key)))
  const itemOf = (key: string) => ({ key, label: filterName(key), choose: () => setAdded([...added, key]) })
  const reset = () => {
    setAdded([])
    onFilter({})
  }
  const further = ['enterprise', ...page.filters].filter((key) => !isShown(key))
  return (
    <div className="oa-stat-filters" role="search">
      <PeriodControl id={`${id}-period`} page={page} today={today} value={shownPeriod(page, filters, today)}
        onChange={(period) => onFilter({ ...filters, ...periodFilters(page, period, today) })} />
      {isShown('enterprise') && (
        <EnterpriseFilter id={`${id}-enterprise`} value={filters['enterprise']} onChange={(value) => set('enterprise', value)} />
      )}
      <Suspense fallback={['department', ...page.filters.filter(isShown)].map((key) => <Bar key={key} width="100%" height={32} />)}>
        <FieldFilter id={`${id}-department`} field={departmentField} value={filters['department']}
          onChange={(value) => set('department', value)} />
        {filters['department'] && (
          <Checkbox checked={filters['withSub'] !== '0'} onChange={({ target }) => set('withSub', target.checked ? '' : '0')}>
            {t('withSub')}
          </Checkbox>
        )}
        {page.filters.filter(isShown).map((key) => (
          <FilterControl key={key} id={`${id}-${key}`} page={page} query={query} of={key} value={filters[key]}
            onChange={(value) => set(key, value)} />
        ))}
      </Suspense>
      {further.length > 0 && (
        <MenuButton className="oa-stat-add" name={t('addFilter')} side="below-start"
          sections={[{ key: 'filters', items: further.map(itemOf) }]}
        >
          {t('filters')} <PlusOutlined aria-hidden />
        </MenuButton>
      )}
      <Button type="text" onClick={reset}>{t('reset')}</Button>
    </div>
  )
}

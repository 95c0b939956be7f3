import { FilterOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { SearchField, SearchValues } from '#shell/list/search-field.ts'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { shownPeriod } from '../../address.ts'
import type { StatisticsQuery } from '../../wire.ts'
import { useStatisticsText } from '../text.ts'
import { useDimensionLabel } from '../use-dimension-label.ts'
import { EnterpriseFilter } from './EnterpriseFilter.tsx'
import { departmentField } from './filter-field.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterControl } from './FilterControl.tsx'
import type { FiltersProps } from './filters-props.ts'
import { filtersInUse } from './filters-in-use.ts'
import { PeriodControl } from './PeriodControl.tsx'
import { periodFilters } from './period-filters.ts'

const FilterSheet = lazy(async () => ({ default: (await import('#shell/list/FilterSheet.tsx')).FilterSheet }))

/** One line: the button that opens the sheet of filters, and what the page is narrowed to. */
export function PhoneFilters(props: FiltersProps) {
  const { page, query, filters, today, onFilter } = props
  const { t } = useStatisticsText()
  const [isOpen, setOpen] = useState(false)
  const fields = useFields(page, query, today)
  // the sheet begins with what is shown, the time that nobody chose included
  const values = useMemo(() => ({ ...filters, period: shownPeriod(page, filters, today) }), [page, filters, today])
  const count = filtersInUse(page, filters).length
  const search = ({ period, ...rest }: SearchValues) => onFilter({ ...rest, ...periodFilters(page, period, today) })
  return (
    <div className="oa-stat-narrow" role="search">
      <Button icon={<FilterOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? t('filtersInUse', { count }) : t('filters')}
      </Button>
      <FilterChips {...props} />
      {isOpen && (
        <Suspense>
          <FilterSheet fields={fields} values={values} quick={null} onSearch={search} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useFields(page: StatisticsPage, query: StatisticsQuery, today: string): readonly SearchField[] {
  const { t } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  return [
    { name: 'period', label: t('period'), draw: ({ id, value, onChange }) => (
      <div className="oa-stat-period">
        <PeriodControl id={id} page={page} today={today} value={value ?? ''} onChange={onChange} />
      </div>
    ) },
    { name: 'enterprise', label: t('enterprise'),
      draw: ({ id, value, onChange }) => <EnterpriseFilter id={id} value={value} onChange={onChange} /> },
    { name: 'department', label: t('department'),
      draw: ({ id, value, onChange }) => <FieldFilter id={id} field={departmentField} value={value} onChange={onChange} /> },
    { name: 'withSub', label: t('subDepartments'), draw: ({ id, value, onChange }) => (
      <div>
        <Checkbox id={id} checked={value !== '0'} onChange={({ target }) => onChange(target.checked ? undefined : '0')}>
          {t('withSub')}
        </Checkbox>
      </div>
    ) },
    ...page.filters.map((key): SearchField => ({
      name: key,
      label: dimension(key),
      draw: ({ id, value, onChange }) => <FilterControl id={id} page={page} query={query} of={key} value={value} onChange={onChange} />,
    })),
  ]
}

import { Tag } from 'antd'
import { Suspense } from 'react'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { shownPeriod, valuesOf } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { filterField } from './filter-field.ts'
import type { FiltersProps } from './filters-props.ts'
import { filtersInUse } from './filters-in-use.ts'
import { rangeOf } from './period-filters.ts'

/** The time that is shown, and each filter in use with its values; what was chosen is taken away again here. */
export function FilterChips({ page, filters, today, onFilter }: Omit<FiltersProps, 'asked'>) {
  const { t } = useStatisticsText()
  const used = filtersInUse(page, filters)
  const period = shownPeriod(page, filters, today)
  const range = rangeOf(page, period, today)
  const drop = (key: string) =>
    onFilter({ ...filters, [key]: '', ...(key === 'period' && { range: '' }), ...(key === 'department' && { withSub: '' }) })
  return (
    <div className="oa-stat-chips">
      <Tag closable={used.includes('period')} onClose={() => drop('period')}>
        {range ? t(`quick.${range}`) : period.replace(',', ' – ')}
      </Tag>
      <Suspense>
        {used.filter((key) => key !== 'period').map((key) => (
          <Tag key={key} closable onClose={() => drop(key)}>
            <Chosen page={page} of={key} value={filters[key]} />
            {key === 'department' && filters['withSub'] === '0' && ` (${t('withoutSub')})`}
          </Tag>
        ))}
      </Suspense>
    </div>
  )
}

interface ValuesProps {
  readonly page: StatisticsPage
  readonly of: string
  readonly value: string | undefined
}

/** The values of a filter. A step together with those behind it has a name of its own. */
export function Chosen(props: ValuesProps) {
  const { label } = useStatisticsText()
  const step = props.page.dimensions[props.of]?.atLeast?.[valuesOf(props.value)[0] ?? '']
  return step ? label(step) : <Values {...props} />
}

/** The first value by its name, and how many more. */
function Values({ page, of, value }: ValuesProps) {
  const { name } = useStatisticsText()
  const [first = '', ...more] = valuesOf(value)
  const dimension = page.dimensions[of]
  return (
    <>
      {typeof dimension?.of === 'string'
        ? (dimension.of === 'label' ? name(first) : first)
        : <FieldCell field={filterField(page, of)} value={first} />}
      {more.length > 0 && ` +${more.length}`}
    </>
  )
}

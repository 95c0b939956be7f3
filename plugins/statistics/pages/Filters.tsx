import { Button, Checkbox, Segmented } from 'antd'
import { Suspense, useId } from 'react'
import { DaysField } from '#fields/moments/family.tsx'
import { department, type FieldDefinition, person, process, reference, select, text } from '#kernel/fields.ts'
import { type QuickRange, quickRanges, type StatisticsPage } from '#kernel/statistics.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { periodOf, shownPeriod } from '../address.ts'
import { EnterpriseFilter } from './EnterpriseFilter.tsx'
import { useStatisticsText } from './text.ts'

interface FiltersProps {
  readonly page: StatisticsPage
  readonly filters: ListQuery['filters']
  readonly today: string
  onFilter(filters: ListQuery['filters']): void
}

/** Time, enterprise, department, and what else a page may be narrowed to. */
export function Filters({ page, filters, today, onFilter }: FiltersProps) {
  const { t } = useStatisticsText()
  const id = useId()
  const period = shownPeriod(page, filters, today)
  const set = (name: string, value: string | undefined) => onFilter({ ...filters, [name]: value ?? '' })
  const offered = quickRanges.filter((range) => range !== '60' || page.range === '60')
  const quick = offered.find((range) => periodOf(range, today) === period)
  return (
    <div className="oa-stat-filters" role="search">
      <Suspense fallback={<Bar width="100%" height={32} />}>
        <DaysField id={`${id}-period`} label={t('period')} value={period} onChange={(value) => onFilter({ ...filters, range: '', period: value ?? '' })} />
      </Suspense>
      <Segmented<QuickRange | ''> aria-label={t('quick')} value={quick ?? ''} onChange={(range) => range !== '' && onFilter({ ...filters, period: '', range })}
        options={offered.map((value) => ({ value, label: t(`quick.${value}`) }))} />
      <EnterpriseFilter id={`${id}-enterprise`} value={filters['enterprise']} onChange={(value) => set('enterprise', value)} />
      <Suspense fallback={['department', ...page.filters].map((key) => <Bar key={key} width="100%" height={32} />)}>
        <FieldFilter id={`${id}-department`} field={departmentField} value={filters['department']} onChange={(value) => set('department', value)} />
        {filters['department'] && <Checkbox checked={filters['withSub'] !== '0'} onChange={({ target }) => set('withSub', target.checked ? '' : '0')}>{t('withSub')}</Checkbox>}
        {page.filters.map((key) => <FieldFilter key={key} id={`${id}-${key}`} field={fieldOf(page, key)} value={filters[key]} onChange={(value) => set(key, value)} />)}
      </Suspense>
      <Button type="text" onClick={() => onFilter({})}>{t('reset')}</Button>
    </div>
  )
}

const departmentField = department({ cn: '部门', en: 'Department' })
const personField = person({ cn: '人员', en: 'Person' })

/** How the values of a dimension are chosen. */
function fieldOf({ dimensions }: StatisticsPage, key: string): FieldDefinition {
  const dimension = dimensions[key]
  if (!dimension) return personField
  const { cn, en, of } = dimension
  if (typeof of === 'string') return text({ cn, en })
  if ('values' in of) return select({ cn, en, options: Object.entries(of.values).map(([value, label]) => ({ value, ...label })) })
  if ('dict' in of) return select({ cn, en, dict: of.dict })
  return (ownKinds[of.to] ?? reference)({ cn, en, to: of.to })
}

/** Records of the host's own have kinds of fields of their own. */
const ownKinds: Readonly<Record<string, (label: Label & { readonly to: string }) => FieldDefinition>> = {
  department: ({ cn, en }) => department({ cn, en }),
  person: ({ cn, en }) => person({ cn, en }),
  process: ({ cn, en }) => process({ cn, en }),
}

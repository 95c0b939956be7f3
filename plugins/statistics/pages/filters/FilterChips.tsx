import { Tag } from 'antd'
import { Suspense } from 'react'
import { department, type FieldDefinition, person, process, reference, select, text } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { dimensionLabel, type QuickRange, quickRanges, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { periodOf, shownPeriod, valuesOf } from '../../address.ts'
import { useStatisticsText } from '../texts.ts'
import type { StatisticsQuery } from '../../wire.ts'

export const departmentField = department({ cn: '部门', en: 'Department' })

/** Field that selects and displays values of a dimension. */
export function filterField(page: StatisticsPage, key: string): FieldDefinition {
  const dimension = page.dimensions[key]
  if (!dimension) return (key === 'person' ? person : department)(dimensionLabel(page, key))
  const { cn, en, of } = dimension
  if (typeof of === 'string') return text({ cn, en })
  if ('values' in of) return select({ cn, en, options: Object.entries(of.values).map(([value, label]) => ({ value, ...label })) })
  if ('dict' in of) return select({ cn, en, dict: of.dict })
  return (ownKinds[of.to] ?? reference)({ cn, en, to: of.to })
}

/** Field kinds for references to records of the host; others use `reference`. */
const ownKinds: Readonly<Record<string, (label: Label & { readonly to: string }) => FieldDefinition>> = {
  department: ({ cn, en }) => department({ cn, en }),
  person: ({ cn, en }) => person({ cn, en }),
  process: ({ cn, en }) => process({ cn, en }),
}

/** Removable tags for the period and each filter in use, with its values. */
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

/** Values of a filter; a step of an “at least” filter is shown by the step's own label. */
export function Chosen(props: ValuesProps) {
  const { label } = useStatisticsText()
  const step = props.page.dimensions[props.of]?.atLeast?.[valuesOf(props.value)[0] ?? '']
  return step ? label(step) : <Values {...props} />
}

/** Name of the first value, and the number of further ones. */
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

/** Names of the filters in use; includes `period` if it differs from the page's default. */
export const filtersInUse = (page: Pick<StatisticsPage, 'filters'>, filters: ListQuery['filters']): readonly string[] => [
  ...(filters['period'] || filters['range'] ? ['period'] : []),
  ...['enterprise', 'department', ...page.filters].filter((key) => filters[key]),
]

/** Properties of the filter controls of a page. */
export interface FiltersProps {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly filters: ListQuery['filters']
  readonly today: string
  onFilter(filters: ListQuery['filters']): void
}

/** Quick ranges of a page; five years only if that is the page's default. */
export const offeredRanges = ({ range }: StatisticsPage): readonly QuickRange[] =>
  quickRanges.filter((quick) => quick !== '60' || range === '60')

/** The up to three quick ranges shown as chips: the page's default, the current one and common ones; the others are in a menu. */
export function chipsOf(page: StatisticsPage, current: QuickRange | undefined): readonly QuickRange[] {
  const first = [page.range ?? 'year', current, '3', 'year', '12'].filter((range) => range !== undefined)
  const chips = new Set([...new Set(first)].slice(0, 3))
  return offeredRanges(page).filter((range) => chips.has(range))
}

/** The quick range that equals a period today; the page's default first, since several coincide early in a year. */
export function rangeOf(page: StatisticsPage, period: string, today: string): QuickRange | undefined {
  const offered = offeredRanges(page)
  return [page.range ?? 'year', ...offered].find((range) => periodOf(range, today) === period)
}

/** A period as filters of the URL: as a quick range, which stays relative to today, if it equals one; empty for the page's default. */
export function periodFilters(page: StatisticsPage, period: string | undefined,
  today: string): { readonly range: string; readonly period: string } {
  const range = period === undefined ? undefined : rangeOf(page, period, today)
  return { range: range === undefined || range === (page.range ?? 'year') ? '' : range, period: range === undefined ? (period ?? '') : '' }
}

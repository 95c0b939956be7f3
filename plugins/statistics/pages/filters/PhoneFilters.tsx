import { EllipsisOutlined, FilterOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented, Select } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DaysField } from '#fields/moments/family.tsx'
import type { SearchField, SearchValues } from '#shell/list/search-field.ts'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { useHttp } from '#shell/backend.ts'
import { MenuButton } from '#shell/floating/Floating.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { offersOccurring, type QuickRange, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { periodOf, shownPeriod, textOf, valuesOf } from '../../address.ts'
import type { DimensionValue, StatisticsQuery } from '../../wire.ts'
import { useDimensionLabel, useStatisticsText } from '../texts.ts'
import { chipsOf, departmentField, FilterChips, filterField, filtersInUse, type FiltersProps, offeredRanges, periodFilters,
  rangeOf } from './FilterChips.tsx'
import { occurringQuery } from '../calls.ts'

const FilterSheet = lazy(async () => ({ default: (await import('#shell/list/FilterSheet.tsx')).FilterSheet }))

/** Filter bar on phones: a button that opens the filter sheet, and the filters in use. */
export function PhoneFilters(props: FiltersProps) {
  const { page, query, filters, today, onFilter } = props
  const { t } = useStatisticsText()
  const [isOpen, setOpen] = useState(false)
  const fields = useFields(page, query, today)
  // the sheet starts with the current values, including the default period
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

/** Filter control of a dimension: “at least” steps, the values that occur, or the field of its dictionary or reference. */
export function FilterControl(props: FilterControlProps) {
  const { page, of, id, value, onChange } = props
  if (page.dimensions[of]?.atLeast) return <AtLeastFilter {...props} />
  if (offersOccurring(page.dimensions[of])) return <OccurringFilter {...props} />
  return <FieldFilter id={id} field={filterField(page, of)} value={value} onChange={onChange} />
}

/** Filter for an ordered dimension: selects a value and all later ones. */
function AtLeastFilter({ page, of, id, value, onChange }: FilterControlProps) {
  const { label } = useStatisticsText()
  const name = useDimensionLabel(page)(of)
  const steps = Object.entries(page.dimensions[of]?.atLeast ?? {}).map(([, words], at, all) => ({
    value: textOf(all.slice(at).map(([behind]) => behind)),
    label: label(words),
  }))
  return (
    <Select<string> id={id} className="oa-input" allowClear placeholder={name} aria-label={name} popupMatchSelectWidth={false}
      value={steps.find((each) => each.value === value)?.value ?? null} options={steps}
      onChange={(chosen: string | undefined) => onChange(chosen)} />
  )
}

interface EnterpriseFilterProps {
  readonly id: string
  /** Enterprise ids, joined by commas. */
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** Filter for one or several enterprises, including all units below them. */
export function EnterpriseFilter({ id, value, onChange }: EnterpriseFilterProps) {
  const { t, name } = useStatisticsText()
  const http = useHttp()
  const { data = [] } = useQuery({ queryKey: ['enterprises'], staleTime: Infinity,
    queryFn: () =>
      http.get<readonly { readonly id: string; readonly name: string }[]>('/system/groups/list', { type: 'ENTERPRISE' }, { quiet: true }) })
  return (
    <Select id={id} mode="multiple" allowClear maxTagCount="responsive" aria-label={t('enterprise')} placeholder={t('enterprise')}
      optionFilterProp="label" value={value?.split(',') ?? []} onChange={(ids: string[]) => onChange(ids.join(',') || undefined)}
      options={data.map((unit) => ({ value: unit.id, label: name(unit.name) }))} />
  )
}

interface PeriodControlProps {
  readonly id: string
  readonly page: StatisticsPage
  readonly today: string
  /** First and last day, joined by a comma. */
  readonly value: string
  onChange(period: string | undefined): void
}

/** Period picker: a quick range, or a first and last day. */
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

/** Multi-select of the values that occur under the page's other filters, largest first; searchable by part of the name. */
function OccurringFilter({ page, query, of, id, value, onChange }: FilterControlProps) {
  const { t, name } = useStatisticsText()
  const label = useDimensionLabel(page)(of)
  const [isOpen, setOpen] = useState(false)
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword)
  const chosen = valuesOf(value)
  // the names of the selected values are part of the options, except while searching
  const answer = useQuery({ ...occurringQuery(useHttp(), page, { ...query, dimension: of, keyword: searched }),
    enabled: isOpen || chosen.length > 0, placeholderData: keepPreviousData })
  const [known, remember] = useKnown(answer.data)
  return (
    <Select<string[]> id={id} className="oa-input" mode="multiple" maxTagCount="responsive" allowClear showSearch filterOption={false}
      value={[...chosen]} placeholder={label} aria-label={label} popupMatchSelectWidth={false}
      notFoundContent={<span className="oa-picker-none third block">{t(answer.isFetching ? 'searching' : 'noData')}</span>}
      onOpenChange={(open) => {
        setOpen(open)
        setKeyword('')
      }} onSearch={setKeyword}
      options={optionsOf(answer.data ?? [], isOpen ? [] : chosen, known).map((each) => ({ value: each.value, label: name(each.name) }))}
      onChange={(values: string[]) => {
        remember(answer.data ?? [])
        onChange(textOf(values) || undefined)
      }} />
  )
}

/** Options of the list: the values found, then selected values that are not among them. */
function optionsOf(offered: readonly DimensionValue[], chosen: readonly string[],
  known: ReadonlyMap<string, DimensionValue>): readonly DimensionValue[] {
  const missing = chosen.filter((value) => offered.every((each) => each.value !== value))
  return [...offered, ...missing.map((value) => known.get(value) ?? { value, name: value })]
}

/** Remembers the names of options loaded earlier. */
function useKnown(
  offered: readonly DimensionValue[] | undefined,
): readonly [ReadonlyMap<string, DimensionValue>, (more: readonly DimensionValue[]) => void] {
  const [known, setKnown] = useState<ReadonlyMap<string, DimensionValue>>(new Map())
  const all = new Map([...known, ...(offered ?? []).map((each) => [each.value, each] as const)])
  return [all, (more) => setKnown((before) => new Map([...before, ...more.map((each) => [each.value, each] as const)]))]
}

/** The filter of one dimension. */
interface FilterControlProps {
  readonly page: StatisticsPage
  /** Current query of the page. */
  readonly query: StatisticsQuery
  /** Key of the dimension. */
  readonly of: string
  readonly id: string
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

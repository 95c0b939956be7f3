import { offersOccurring, type StatisticsPage } from '#kernel/statistics.ts'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import type { StatisticsQuery } from '../../wire.ts'
import { filterField } from './filter-field.ts'
import { OccurringFilter } from './OccurringFilter.tsx'

interface FilterControlProps {
  readonly page: StatisticsPage
  /** The page as it is shown. */
  readonly asked: StatisticsQuery
  /** Key of the dimension. */
  readonly of: string
  readonly id: string
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** Values of a dimension: of its dictionary or its records, else those that occur. */
export function FilterControl({ page, asked, of, id, value, onChange }: FilterControlProps) {
  if (offersOccurring(page.dimensions[of])) return <OccurringFilter page={page} asked={asked} of={of} id={id} value={value} onChange={onChange} />
  return <FieldFilter id={id} field={filterField(page, of)} value={value} onChange={onChange} />
}

import { offersOccurring } from '#kernel/statistics.ts'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { AtLeastFilter } from './AtLeastFilter.tsx'
import type { FilterControlProps } from './filter-control-props.ts'
import { filterField } from './filter-field.ts'
import { OccurringFilter } from './OccurringFilter.tsx'

/** Values of a dimension: of its dictionary or its records, one with those behind it, else those that occur. */
export function FilterControl(props: FilterControlProps) {
  const { page, of, id, value, onChange } = props
  if (page.dimensions[of]?.atLeast) return <AtLeastFilter {...props} />
  if (offersOccurring(page.dimensions[of])) return <OccurringFilter {...props} />
  return <FieldFilter id={id} field={filterField(page, of)} value={value} onChange={onChange} />
}

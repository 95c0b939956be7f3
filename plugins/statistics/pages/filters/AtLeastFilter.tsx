import { Select } from 'antd'
import { textOf } from '../../address.ts'
import { useStatisticsText } from '../text.ts'
import { useDimensionLabel } from '../use-dimension-label.ts'
import type { FilterControlProps } from './filter-control-props.ts'

/** A value of a dimension together with those behind it. */
export function AtLeastFilter({ page, of, id, value, onChange }: FilterControlProps) {
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

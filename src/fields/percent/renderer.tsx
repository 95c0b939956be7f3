import { PercentCell } from '../numbers/cells.tsx'
import { decimalMeaning } from '../numbers/meanings.ts'
import { NumberInput } from '../numbers/NumberInput.tsx'
import { RangeFilter } from '../numbers/RangeFilter.tsx'
import type { FieldRenderer, InputProps } from '../types.ts'

function PercentInput(props: InputProps) {
  const { field } = props
  return <NumberInput {...props} meaning={decimalMeaning(field, field.precision ?? 2)} suffix="%" />
}

export const renderer: FieldRenderer = { Input: PercentInput, Cell: PercentCell, Filter: RangeFilter }

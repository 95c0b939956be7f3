import { NumberCell } from '../numbers/cells.tsx'
import { decimalMeaning } from '../numbers/meanings.ts'
import { NumberInput } from '../numbers/NumberInput.tsx'
import { RangeFilter } from '../numbers/RangeFilter.tsx'
import type { FieldRenderer, InputProps } from '../types.ts'

function PlainNumberInput(props: InputProps) {
  const { field } = props
  return <NumberInput {...props} meaning={decimalMeaning(field)} />
}

export const renderer: FieldRenderer = { Input: PlainNumberInput, Cell: NumberCell, Filter: RangeFilter }

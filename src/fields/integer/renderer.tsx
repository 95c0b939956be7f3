import { NumberCell } from '../numbers/cells.tsx'
import { integerMeaning } from '../numbers/meanings.ts'
import { NumberInput } from '../numbers/NumberInput.tsx'
import { RangeFilter } from '../numbers/RangeFilter.tsx'
import type { FieldRenderer, InputProps } from '../types.ts'

function IntegerInput(props: InputProps) {
  return <NumberInput {...props} meaning={integerMeaning(props.field)} />
}

export const renderer: FieldRenderer = { Input: IntegerInput, Cell: NumberCell, Filter: RangeFilter }

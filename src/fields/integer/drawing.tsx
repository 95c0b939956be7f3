import { NumberCell } from '../numbers/cells.tsx'
import { integerMeaning } from '../numbers/meanings.ts'
import { NumberInput } from '../numbers/NumberInput.tsx'
import { RangeFilter } from '../numbers/RangeFilter.tsx'
import type { FieldDrawing, InputProps } from '../types.ts'

function IntegerInput(props: InputProps) {
  return <NumberInput {...props} meaning={integerMeaning(props.field)} />
}

export const drawing: FieldDrawing = { Input: IntegerInput, Cell: NumberCell, Filter: RangeFilter }

import { MoneyCell } from '../numbers/cells.tsx'
import { moneyMeaning } from '../numbers/meanings.ts'
import { NumberInput } from '../numbers/NumberInput.tsx'
import { RangeFilter } from '../numbers/RangeFilter.tsx'
import type { FieldRenderer, InputProps } from '../types.ts'

function MoneyInput(props: InputProps) {
  const { field } = props
  return <NumberInput {...props} meaning={moneyMeaning(field)} />
}

export const renderer: FieldRenderer = { Input: MoneyInput, Cell: MoneyCell, Filter: RangeFilter }

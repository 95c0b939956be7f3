import { useContext } from 'react'
import { FieldContextContext } from '../field-context.ts'
import type { FieldRenderer, InputProps } from '../types.ts'
import { MoneyCell, NumberCell, PercentCell } from './cells.tsx'
import { decimalMeaning, integerMeaning, moneyMeaning } from './meanings.ts'
import { NumberInput } from './NumberInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

const IntegerInput = (props: InputProps) => <NumberInput {...props} meaning={integerMeaning(props.field)} />
const DecimalInput = (props: InputProps) => <NumberInput {...props} meaning={decimalMeaning(props.field)} />
function MoneyInput(props: InputProps) {
  const lent = useContext(FieldContextContext)
  return <NumberInput {...props} meaning={moneyMeaning(props.field, props.field.rmb ? 'CNY' : lent?.currency?.())} />
}

const PercentInput = (props: InputProps) => (
  <NumberInput {...props} meaning={decimalMeaning(props.field, props.field.precision ?? 2)} suffix="%" />
)

export const integerRenderer: FieldRenderer = { Input: IntegerInput, Cell: NumberCell, Filter: RangeFilter }
export const numberRenderer: FieldRenderer = { Input: DecimalInput, Cell: NumberCell, Filter: RangeFilter }
export const moneyRenderer: FieldRenderer = { Input: MoneyInput, Cell: MoneyCell, Filter: RangeFilter }
export const percentRenderer: FieldRenderer = { Input: PercentInput, Cell: PercentCell, Filter: RangeFilter }

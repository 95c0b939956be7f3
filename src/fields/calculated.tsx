import { formatNumber } from '#kernel/values/money.ts'
import { BooleanCell } from './booleans.tsx'
import { MomentCell } from './moments/family.tsx'
import { MoneyCell } from './numbers/cells.tsx'
import { RangeFilter } from './numbers/RangeFilter.tsx'
import { Num } from '#shell/parts/Num.tsx'
import { TextCell } from './texts/family.tsx'
import type { CellProps, FieldRenderer, InputProps } from './types.ts'

/** The result of an expression, drawn by the kind of result that the field declares. */
function CalculatedCell(props: CellProps) {
  const { field, value } = props
  if (field.result === 'money') return <MoneyCell {...props} />
  if (field.result === 'text') return <TextCell {...props} />
  if (field.result === 'date') return <MomentCell {...props} />
  if (typeof value === 'boolean') return <BooleanCell {...props} />
  return <Num>{typeof value === 'string' ? formatNumber(value, field.precision) || value : null}</Num>
}

/** It is not typed: it shows its value. */
const Output = ({ field, value, id }: InputProps) => (
  <output id={id} className="oa-output">
    <CalculatedCell field={field} value={value} />
  </output>
)

export const calculatedRenderer: FieldRenderer = { Input: Output, Cell: CalculatedCell, Filter: RangeFilter }

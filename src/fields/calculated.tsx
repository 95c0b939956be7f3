import { Checkbox, Select, Switch } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import { isInfinity } from '#kernel/values/infinity.ts'
import { formatNumber } from '#kernel/values/money.ts'
import { Num } from '#shell/parts/Figures.tsx'
import { MomentCell } from './moments/family.tsx'
import { MoneyCell, RangeFilter } from './numbers/renderers.tsx'
import { withUnit } from './numbers/unit.ts'
import { TextCell } from './texts/family.tsx'
import type { CellProps, FieldRenderer, FilterProps, InputProps } from './types.ts'
import { useFieldText } from './text.ts'

/** A switch with the line height of the other controls. */
function SwitchInput({ field, value, onChange, onBlur, id, disabled, ...control }: InputProps) {
  const { label } = useFieldText()
  return (
    <span className="oa-boolean row">
      <Switch id={id} checked={value === true} disabled={disabled} aria-label={control['aria-label'] ?? label(field)}
        aria-describedby={control['aria-describedby']} onChange={(isOn) => {
        onChange(isOn)
        onBlur?.()
      }} />
    </span>
  )
}

function CheckboxInput({ field, value, onChange, onBlur, id, disabled, ...control }: InputProps) {
  const { label } = useFieldText()
  return (
    <span className="oa-boolean row">
      <Checkbox id={id} checked={value === true} disabled={disabled} aria-label={control['aria-label'] ?? label(field)}
        aria-describedby={control['aria-describedby']} onChange={({ target }) => onChange(target.checked)} onBlur={onBlur} />
    </span>
  )
}

/** Yes or no in words; a dash if empty. */
function BooleanCell({ value }: CellProps) {
  const { t } = useFieldText()
  if (value === null || value === undefined) return <span className="oa-nothing">—</span>
  return <>{t(value === true ? 'yes' : 'no')}</>
}

function BooleanFilter({ field, value, onChange, id }: FilterProps) {
  const { t, label } = useFieldText()
  const options = [{ value: 'true', label: t('yes') }, { value: 'false', label: t('no') }]
  return (
    <Select<string> id={id} className="oa-input" allowClear value={value} options={options} placeholder={label(field)}
      aria-label={label(field)} onChange={(chosen: string | undefined) => onChange(chosen)} />
  )
}

export const switchRenderer: FieldRenderer = { Input: SwitchInput, Cell: BooleanCell, Filter: BooleanFilter }

export const checkboxRenderer: FieldRenderer = { Input: CheckboxInput, Cell: BooleanCell, Filter: BooleanFilter }

/** A calculated value, rendered by the field's `result` type. */
function CalculatedCell(props: CellProps) {
  const { field, value } = props
  const { label } = useFieldText()
  if (isInfinity(value, field)) return <Num>∞</Num>
  if (field.result === 'money') return <MoneyCell {...props} />
  if (field.result === 'text') return <TextCell {...props} />
  if (field.result === 'date') return <MomentCell {...props} />
  if (typeof value === 'boolean') return <BooleanCell {...props} />
  return <Num>{typeof value === 'string' ? withUnit(formatNumber(value, placesOf(field)) || value, field, label) : null}</Num>
}

/** Decimals that are always shown: those of a ratio, at most two. A quantity has three and is shown like one that was entered. */
const placesOf = ({ precision }: FieldDefinition): number | undefined => precision !== undefined && precision <= 2 ? precision : undefined

/** Read-only display of a calculated value in a form. */
const Output = ({ field, value, id }: InputProps) => (
  <output id={id} className="oa-output subtle round-6 block">
    <CalculatedCell field={field} value={value} />
  </output>
)

export const calculatedRenderer: FieldRenderer = { Input: Output, Cell: CalculatedCell, Filter: RangeFilter }

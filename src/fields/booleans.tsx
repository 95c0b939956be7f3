import { Checkbox, Select, Switch } from 'antd'
import { useFieldText } from './text.ts'
import type { CellProps, FieldRenderer, FilterProps, InputProps } from './types.ts'

/** A switch on a line as high as the other controls. */
function SwitchInput({ field, value, onChange, onBlur, id, disabled, ...control }: InputProps) {
  const { label } = useFieldText()
  return (
    <span className="oa-boolean">
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
    <span className="oa-boolean">
      <Checkbox id={id} checked={value === true} disabled={disabled} aria-label={control['aria-label'] ?? label(field)}
        aria-describedby={control['aria-describedby']} onChange={({ target }) => onChange(target.checked)} onBlur={onBlur} />
    </span>
  )
}

/** Yes or no in words; a dash where nothing was said. */
export function BooleanCell({ value }: CellProps) {
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

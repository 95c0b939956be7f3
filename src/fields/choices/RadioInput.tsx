import { Radio } from 'antd'
import { useOptions } from './family.tsx'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'

/** Radio buttons. */
export function RadioInput({ field, value, onChange, onBlur, context, id, disabled, ...control }: InputProps) {
  const { label } = useFieldText()
  const options = useOptions(field, context)
  return (
    <Radio.Group id={id} className="oa-radio row wrap" disabled={disabled} value={value ?? undefined}
      aria-label={control['aria-label'] ?? label(field)} aria-describedby={control['aria-describedby']}
      options={options.filter((option) => !option.disabled || option.value === value).map((option) => ({ value: option.value,
        label: label(option) })
      )} onChange={({ target }) => {
      onChange(target.value)
      onBlur?.()
    }} />
  )
}

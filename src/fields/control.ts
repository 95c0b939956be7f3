import type { InputProps } from './types.ts'

export type Control = Omit<InputProps, 'field' | 'value' | 'context' | 'onChange'>

/** The input properties that an antd control accepts unchanged. */
export function controlOf(props: InputProps): Control {
  const { id, onBlur, disabled, size, variant, status } = props
  return {
    id,
    onBlur,
    disabled,
    size,
    variant,
    status,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-label': props['aria-label'],
    'aria-required': props['aria-required'],
  }
}

/** The same for controls that antd renders as a box around an input; without `aria-required`, which is invalid on the box. */
export function boxControlOf(props: InputProps): Omit<Control, 'aria-required'> {
  const { 'aria-required': _, ...control } = controlOf(props)
  return control
}

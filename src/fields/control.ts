import type { InputProps } from './types.ts'

export type Control = Omit<InputProps, 'field' | 'value' | 'context' | 'onChange'>

/** The properties that an antd control takes over as they are; the field and the values around it are the kind's own business. */
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

/** The same for controls that antd draws as a box around an input: what only an input may carry would land on the box too. */
export function boxControlOf(props: InputProps): Omit<Control, 'aria-required'> {
  const { 'aria-required': _, ...control } = controlOf(props)
  return control
}

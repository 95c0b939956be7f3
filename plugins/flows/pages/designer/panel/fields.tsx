import { Form, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { fieldName, type Naming } from '../wording/words.ts'

interface LabelledProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** Draws the control with the id that the label names. */
  children(id: string): ReactNode
}

/** A control with its label above it. */
export function Labelled({ label, hint, problem, isRequired = false, children }: LabelledProps) {
  const id = useId()
  return (
    <Form.Item label={label} htmlFor={id} required={isRequired} help={problem} extra={hint}
      validateStatus={problem === undefined ? undefined : 'error'} className="oa-fd-field below-12"
    >
      {children(id)}
    </Form.Item>
  )
}

/** A control that a field kind draws: people, departments, dates. */
export function KindControl(
  { field, label, value, onChange }: { field: FieldDefinition; label: string; value: unknown; onChange(value: unknown): void },
) {
  return (
    <Labelled label={label} isRequired={field.required === true}>
      {(id) => <FieldInput id={id} field={field} value={value} context={{}} onChange={onChange} />}
    </Labelled>
  )
}

/** A path of a field with its definition. */
interface PathOption {
  readonly value: string
  readonly label: string
}

/** Every field of a form and every column of its tables that fits, by name. */
export function pathsOf(naming: Naming, fits: (field: FieldDefinition, isColumn: boolean) => boolean): readonly PathOption[] {
  const option = (path: string): PathOption => ({ value: path, label: fieldName(path, naming) })
  return Object.entries(naming.fields as Fields).flatMap(([key, field]) => [
    ...(fits(field, false) ? [option(key)] : []),
    ...(field.kind === 'table'
      ? Object.entries(field.columns ?? {}).flatMap(([column, inner]) => (fits(inner, true) ? [option(`${key}.${column}`)] : []))
      : []),
  ])
}

interface FieldSelectProps {
  readonly id?: string
  readonly label?: string
  readonly value: string | undefined
  readonly naming: Naming
  readonly placeholder?: string
  readonly isClearable?: boolean
  fits(field: FieldDefinition, isColumn: boolean): boolean
  onChange(path: string | undefined): void
}

/** Chooses a field by its name; one that is not offered any more is shown by its path. */
export function FieldSelect({ id, label, value, naming, placeholder, isClearable = false, fits, onChange }: FieldSelectProps) {
  const options = pathsOf(naming, fits)
  const known = value === undefined || options.some((option) => option.value === value)
  return (
    <Select id={id} aria-label={label} showSearch optionFilterProp="label" allowClear={isClearable} placeholder={placeholder} value={value}
      options={known ? [...options] : [{ value, label: fieldName(value, naming) }, ...options]} popupMatchSelectWidth={false}
      onChange={(path: string | undefined) => onChange(path)} />
  )
}

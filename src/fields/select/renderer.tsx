import { lazy } from 'react'
import { ChoiceCell, ChoiceFilter, SelectInput } from '../choices/family.tsx'
import type { FieldRenderer, InputProps } from '../types.ts'

const FreeChoiceInput = lazy(async () => ({ default: (await import('../choices/FreeChoiceInput.tsx')).FreeChoiceInput }))

const CalledChoiceInput = lazy(async () => ({ default: (await import('../choices/CalledChoiceInput.tsx')).CalledChoiceInput }))

function Input(props: InputProps) {
  const { optionsBy } = props.field
  if (optionsBy) return <CalledChoiceInput {...props} options={optionsBy} />
  return props.field.freeText ? <FreeChoiceInput {...props} /> : <SelectInput {...props} />
}

export const renderer: FieldRenderer = { Input, Cell: ChoiceCell, Filter: ChoiceFilter }

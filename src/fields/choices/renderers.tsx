import { lazy } from 'react'
import { lazyPage } from '#shell/routing/chunks.ts'
import type { FieldRenderer, InputProps } from '../types.ts'
import { ChoiceCell, ChoiceFilter, SelectInput } from './family.tsx'

const FreeChoiceInput = lazy(async () => ({ default: (await import('./FreeChoiceInput.tsx')).FreeChoiceInput }))

const CalledChoiceInput = lazy(async () => ({ default: (await import('./CalledChoiceInput.tsx')).CalledChoiceInput }))

function SelectingInput(props: InputProps) {
  const { optionsBy } = props.field
  if (optionsBy) return <CalledChoiceInput {...props} options={optionsBy} />
  return props.field.freeText ? <FreeChoiceInput {...props} /> : <SelectInput {...props} />
}

/** Lazy chunk: antd's radio buttons depend on its forms, which lists do not need. */
const RadioInput = lazyPage(async () => (await import('./RadioInput.tsx')).RadioInput)

export const selectRenderer: FieldRenderer = { Input: SelectingInput, Cell: ChoiceCell, Filter: ChoiceFilter }
export const radioRenderer: FieldRenderer = { Input: RadioInput, Cell: ChoiceCell, Filter: ChoiceFilter }

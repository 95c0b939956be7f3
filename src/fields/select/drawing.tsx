import { lazy } from 'react'
import { ChoiceCell, ChoiceFilter, SelectInput } from '../choices/family.tsx'
import type { FieldRenderer, InputProps } from '../types.ts'

const FreeChoiceInput = lazy(async () => ({ default: (await import('../choices/FreeChoiceInput.tsx')).FreeChoiceInput }))

const Input = (props: InputProps) => (props.field.freeText ? <FreeChoiceInput {...props} /> : <SelectInput {...props} />)

export const drawing: FieldRenderer = { Input, Cell: ChoiceCell, Filter: ChoiceFilter }

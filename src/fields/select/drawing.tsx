import { ChoiceCell, ChoiceFilter, SelectInput } from '../choices/family.tsx'
import { FreeChoiceInput } from '../choices/FreeChoiceInput.tsx'
import type { FieldDrawing, InputProps } from '../types.ts'

const Input = (props: InputProps) => (props.field.freeText ? <FreeChoiceInput {...props} /> : <SelectInput {...props} />)

export const drawing: FieldDrawing = { Input, Cell: ChoiceCell, Filter: ChoiceFilter }

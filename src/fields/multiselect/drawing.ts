import { ChoiceCell, ChoiceFilter, MultiSelectInput } from '../choices/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: MultiSelectInput, Cell: ChoiceCell, Filter: ChoiceFilter }

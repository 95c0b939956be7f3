import { ChoiceCell, ChoiceFilter, RadioInput } from '../choices/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: RadioInput, Cell: ChoiceCell, Filter: ChoiceFilter }

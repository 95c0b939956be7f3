import { BooleanCell, BooleanFilter, CheckboxInput } from '../booleans/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: CheckboxInput, Cell: BooleanCell, Filter: BooleanFilter }

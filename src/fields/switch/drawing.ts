import { BooleanCell, BooleanFilter, SwitchInput } from '../booleans/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: SwitchInput, Cell: BooleanCell, Filter: BooleanFilter }

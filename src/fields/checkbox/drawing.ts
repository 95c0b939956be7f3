import { BooleanCell, BooleanFilter, CheckboxInput } from '../booleans/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const drawing: FieldRenderer = { Input: CheckboxInput, Cell: BooleanCell, Filter: BooleanFilter }

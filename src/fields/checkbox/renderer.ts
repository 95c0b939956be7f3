import { BooleanCell, BooleanFilter, CheckboxInput } from '../booleans/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: CheckboxInput, Cell: BooleanCell, Filter: BooleanFilter }

import { BooleanCell, BooleanFilter, SwitchInput } from '../booleans/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: SwitchInput, Cell: BooleanCell, Filter: BooleanFilter }

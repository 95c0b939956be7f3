import { DateRangeInput, DateRangeCell, DaysFilter } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const drawing: FieldRenderer = { Input: DateRangeInput, Cell: DateRangeCell, Filter: DaysFilter }

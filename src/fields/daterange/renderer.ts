import { DateRangeInput, DateRangeCell, DaysFilter } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: DateRangeInput, Cell: DateRangeCell, Filter: DaysFilter }

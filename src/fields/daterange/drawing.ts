import { DateRangeInput, DateRangeCell, DaysFilter } from '../moments/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: DateRangeInput, Cell: DateRangeCell, Filter: DaysFilter }

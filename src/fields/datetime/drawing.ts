import { DateTimeInput, MomentCell, DaysFilter } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const drawing: FieldRenderer = { Input: DateTimeInput, Cell: MomentCell, Filter: DaysFilter }

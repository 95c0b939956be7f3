import { DateTimeInput, MomentCell, DaysFilter } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: DateTimeInput, Cell: MomentCell, Filter: DaysFilter }

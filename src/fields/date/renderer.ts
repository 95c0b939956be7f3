import { DateInput, MomentCell, DaysFilter } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: DateInput, Cell: MomentCell, Filter: DaysFilter }

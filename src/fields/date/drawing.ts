import { DateInput, MomentCell, DaysFilter } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const drawing: FieldRenderer = { Input: DateInput, Cell: MomentCell, Filter: DaysFilter }

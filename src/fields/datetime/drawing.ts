import { DateTimeInput, MomentCell, DaysFilter } from '../moments/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: DateTimeInput, Cell: MomentCell, Filter: DaysFilter }

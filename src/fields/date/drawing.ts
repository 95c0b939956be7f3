import { DateInput, MomentCell, DaysFilter } from '../moments/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: DateInput, Cell: MomentCell, Filter: DaysFilter }

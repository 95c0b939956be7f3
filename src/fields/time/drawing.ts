import { TimeInput, MomentCell } from '../moments/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: TimeInput, Cell: MomentCell }

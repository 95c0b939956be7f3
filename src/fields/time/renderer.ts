import { TimeInput, MomentCell } from '../moments/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: TimeInput, Cell: MomentCell }

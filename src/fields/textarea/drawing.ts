import { LongTextInput, TextCell, TextFilter } from '../texts/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: LongTextInput, Cell: TextCell, Filter: TextFilter }

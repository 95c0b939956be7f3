import { TextCell, TextFilter, TextInput } from '../texts/family.tsx'
import type { FieldDrawing } from '../types.ts'

export const drawing: FieldDrawing = { Input: TextInput, Cell: TextCell, Filter: TextFilter }

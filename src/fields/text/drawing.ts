import { TextCell, TextFilter, TextInput } from '../texts/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const drawing: FieldRenderer = { Input: TextInput, Cell: TextCell, Filter: TextFilter }

import { TextCell, TextFilter, TextInput } from '../texts/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: TextInput, Cell: TextCell, Filter: TextFilter }

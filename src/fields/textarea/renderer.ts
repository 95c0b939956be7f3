import { LongTextInput, TextCell, TextFilter } from '../texts/family.tsx'
import type { FieldRenderer } from '../types.ts'

export const renderer: FieldRenderer = { Input: LongTextInput, Cell: TextCell, Filter: TextFilter }

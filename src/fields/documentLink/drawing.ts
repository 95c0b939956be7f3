import { ReferenceFilter } from '../references/family.tsx'
import type { FieldDrawing } from '../types.ts'
import { DocumentLinkCell } from './DocumentLinkCell.tsx'
import { DocumentLinkInput } from './DocumentLinkInput.tsx'

export const drawing: FieldDrawing = { Input: DocumentLinkInput, Cell: DocumentLinkCell, Filter: ReferenceFilter }

import { lazyPage } from '#shell/routing/chunks.ts'
import { ReferenceFilter } from '../references/family.tsx'
import type { FieldRenderer } from '../types.ts'
import { DocumentLinkCell } from './DocumentLinkCell.tsx'

/** Lazy chunk: the picker includes the expression evaluator, which lists do not need. */
const Input = lazyPage(async () => (await import('./DocumentLinkInput.tsx')).DocumentLinkInput)

export const renderer: FieldRenderer = { Input, Cell: DocumentLinkCell, Filter: ReferenceFilter }

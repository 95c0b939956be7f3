import { lazyPage } from '#shell/routing/chunks.ts'
import { ReferenceFilter } from '../references/family.tsx'
import type { FieldRenderer } from '../types.ts'
import { DocumentLinkCell } from './DocumentLinkCell.tsx'

/** Choosing comes with the expressions that narrow it, which lists do without. */
const Input = lazyPage(async () => (await import('./DocumentLinkInput.tsx')).DocumentLinkInput)

export const renderer: FieldRenderer = { Input, Cell: DocumentLinkCell, Filter: ReferenceFilter }

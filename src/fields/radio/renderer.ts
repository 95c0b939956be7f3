import { lazyPage } from '#shell/routing/chunks.ts'
import { ChoiceCell, ChoiceFilter } from '../choices/family.tsx'
import type { FieldRenderer } from '../types.ts'

/** antd's radio buttons bring its forms along, which lists do without. */
const RadioInput = lazyPage(async () => (await import('./RadioInput.tsx')).RadioInput)

export const renderer: FieldRenderer = { Input: RadioInput, Cell: ChoiceCell, Filter: ChoiceFilter }

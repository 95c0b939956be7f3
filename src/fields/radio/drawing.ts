import { lazy } from 'react'
import { ChoiceCell, ChoiceFilter } from '../choices/family.tsx'
import type { FieldDrawing } from '../types.ts'

/** antd's radio buttons bring its forms along, which lists do without. */
const RadioInput = lazy(async () => ({ default: (await import('./RadioInput.tsx')).RadioInput }))

export const drawing: FieldDrawing = { Input: RadioInput, Cell: ChoiceCell, Filter: ChoiceFilter }

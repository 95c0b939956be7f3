import type { FieldDrawing, FilterProps, InputProps } from '../types.ts'
import { ReferenceCell } from './ReferenceCell.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'

const One = (props: InputProps) => <ReferencePicker {...props} isMany={false} />
const Many = (props: InputProps) => <ReferencePicker {...props} isMany />

/** Any of several records, by their ids joined with commas. */
function Filter({ field, value, onChange, id }: FilterProps) {
  return (
    <Many id={id} field={{ ...field, filter: undefined, required: undefined, placeholder: field }} context={{}} value={value?.split(',') ?? []}
      aria-label={field.cn} onChange={(ids) => onChange((ids as string[]).join(',') || undefined)} />
  )
}

/** Kinds whose value is the id of one record. */
export const referenceDrawing: FieldDrawing = { Input: One, Cell: ReferenceCell, Filter }

/** Kinds whose value is a list of ids. */
export const referenceListDrawing: FieldDrawing = { Input: Many, Cell: ReferenceCell, Filter }

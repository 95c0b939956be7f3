import { useFieldText } from '../text.ts'
import type { FieldRenderer, InputProps } from '../types.ts'

/** A sentence for the reader: the hint, else the label. */
function Sentence({ field, id }: Pick<InputProps, 'field'> & { id?: string }) {
  const { label } = useFieldText()
  return <p id={id} className="oa-field-note">{label(field.hint ?? field)}</p>
}

export const renderer: FieldRenderer = { Input: Sentence, Cell: Sentence }

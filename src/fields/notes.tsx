import { useFieldText } from './text.ts'
import type { FieldRenderer, InputProps } from './types.ts'

type NoteProps = Pick<InputProps, 'field'> & { id?: string }

function Heading({ field, id }: NoteProps) {
  const { label } = useFieldText()
  return <h3 id={id} className="oa-field-heading">{label(field)}</h3>
}

/** An explanatory text: the hint, else the label. */
function Sentence({ field, id }: NoteProps) {
  const { label } = useFieldText()
  return <p id={id} className="oa-field-note">{label(field.hint ?? field)}</p>
}

/** Renderers of kinds without a value. */
export const titleRenderer: FieldRenderer = { Input: Heading, Cell: Heading }
export const plaintextRenderer: FieldRenderer = { Input: Sentence, Cell: Sentence }

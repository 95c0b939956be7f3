import { useFieldText } from '../text.ts'
import type { FieldRenderer, InputProps } from '../types.ts'

function Heading({ field, id }: Pick<InputProps, 'field'> & { id?: string }) {
  const { label } = useFieldText()
  return <h3 id={id} className="oa-field-heading">{label(field)}</h3>
}

export const renderer: FieldRenderer = { Input: Heading, Cell: Heading }

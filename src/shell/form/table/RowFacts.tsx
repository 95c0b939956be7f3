import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useFormText } from '../text.ts'

/** Values of a row next to each other, on its card; numbers and booleans are labelled. */
export function RowFacts({ facts, row }: { readonly facts: readonly (readonly [string, FieldDefinition])[]; readonly row: FormValue }) {
  const { label } = useFormText()
  return (
    <span className="oa-rowcard-facts cut second grow">
      {facts.map(([key, column]) => (
        <span key={key}>
          {kindOf(column).needsLabel && <small>{label(column)}</small>}
          <FieldCell field={column} value={shownOf(column, row[key])} record={row} />
        </span>
      ))}
    </span>
  )
}

/** The displayed value; account numbers are masked. */
const shownOf = ({ masked }: FieldDefinition,
  value: unknown): unknown => (masked && typeof value === 'string' && !isMaskedText(value) ? maskedText(value) : value)

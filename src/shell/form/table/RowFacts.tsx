import type { FieldDefinition } from '#kernel/fields.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useFormText } from '../text.ts'

/** Values of a row beside each other, on its card; a number, a yes and a no say of what. */
export function RowFacts({ facts, row }: { readonly facts: readonly (readonly [string, FieldDefinition])[]; readonly row: FormValue }) {
  const { label } = useFormText()
  return (
    <span className="oa-rowcard-facts cut">
      {facts.map(([key, column]) => (
        <span key={key}>
          {labelled.has(column.kind) && <small>{label(column)}</small>}
          <FieldCell field={column} value={shownOf(column, row[key])} record={row} />
        </span>
      ))}
    </span>
  )
}

/** An account number is not shown whole among others. */
const shownOf = ({ masked }: FieldDefinition,
  value: unknown): unknown => (masked && typeof value === 'string' && !isMaskedText(value) ? maskedText(value) : value)

const labelled: ReadonlySet<FieldDefinition['kind']> = new Set(['integer', 'number', 'percent', 'radio', 'switch', 'checkbox'])

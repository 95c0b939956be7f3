import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'

/** Values of a row beside each other, on its card. */
export function RowFacts({ facts, row }: { readonly facts: readonly (readonly [string, FieldDefinition])[]; readonly row: FormValue }) {
  return (
    <span className="oa-rowcard-facts cut">
      {facts.map(([key, column]) => (
        <span key={key}>
          <FieldCell field={column} value={row[key]} record={row} />
        </span>
      ))}
    </span>
  )
}

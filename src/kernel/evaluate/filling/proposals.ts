import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { recordContext } from '#kernel/kinds/references.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { formula } from '../plan/formula.ts'
import { rowsAt } from '../rows.ts'
import { FormScope } from '../plan/scope.ts'

/** Values that a linked document proposes for a form. */
export interface ProposedValues {
  /** Key of the table to which a row is added; undefined: header fields are filled in. */
  readonly rows: string | undefined
  readonly values: FormValue
}

/** The proposals of each of these documents, without documents that a row already names. */
export function proposalsOf(form: Form, value: FormValue,
  { field, records, facts }: { field: FieldDefinition; records: readonly Readonly<Record<string, unknown>>[];
    facts: FormFacts }): ProposedValues[] {
  const { proposes, claims } = field
  if (!proposes) return []
  const { rows, set } = proposes
  const columns: Fields = rows === undefined ? form.fields : (form.fields[rows]?.columns ?? {})
  const named = new Set(rows !== undefined && claims?.by !== undefined ? rowsAt(value, rows).map((row) => row[claims.by ?? '']) : [])
  const scope = new FormScope(form, value, { facts })
  return records.filter(({ businessNo }) => !named.has(businessNo)).map((record) => {
    scope.header['option'] = recordContext(record)
    const values = Object.entries(set).map(([key, source]) => {
      const column = columns[key]
      return [key,
        column ? kindOf(column).fromFeel(scope.evaluate(formula(source, [...Object.keys(form.fields), 'option'])), column) : null]
    })
    return { rows, values: Object.fromEntries(values.filter(([, proposed]) => proposed !== null)) as FormValue }
  })
}

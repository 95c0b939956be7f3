import { formula } from '#kernel/evaluate/plan/formula.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { FormScope, type RowPosition } from '#kernel/evaluate/plan/scope.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { recordContext } from '#kernel/kinds/references.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ReferenceCandidate } from '#fields/types.ts'

/** The row of a field; undefined for the header. */
export type CellRow = { readonly key: string; readonly rowId: string } | undefined

interface FormContent {
  readonly form: Form
  readonly value: FormValue
}

/** Evaluates a field's `filter` for a candidate (`option`), in the context of its row. */
export function accepts(filled: FormContent,
  { field, candidate, place }: { field: FieldDefinition; candidate: ReferenceCandidate; place: CellRow }, facts: FormFacts): boolean {
  return field.filter === undefined || holds(filled, field.filter, { place, facts, option: recordContext(candidate) })
}

/** Evaluates a condition in the context of a row. */
export function holds({ form, value }: FormContent, condition: string,
  { place, facts, option }: { place: CellRow; facts: FormFacts; option?: FeelValue }): boolean {
  const names = ['option', 'header', 'item', ...Object.keys(form.fields), ...Object.keys(columnsOf({ form }, place))]
  const scope = new FormScope(form, value, { facts })
  if (option !== undefined) scope.header['option'] = option
  scope.header['header'] = scope.header
  return scope.holds(formula(condition, names), place && placeIn(value, place))
}

function placeIn(value: FormValue, { key, rowId }: NonNullable<CellRow>): RowPosition | undefined {
  const index = rowsAt(value, key).findIndex((row) => rowIdOf(row) === rowId)
  return index < 0 ? undefined : { table: key, index }
}

/** The columns of the row, or the form's fields. */
export const columnsOf = ({ form }: Pick<FormContent, 'form'>,
  place: CellRow): Fields => (place ? (form.fields[place.key]?.columns ?? {}) : form.fields)

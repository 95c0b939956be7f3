import { formula } from '#kernel/evaluate/plan/formula.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { FormScope, type RowPosition } from '#kernel/evaluate/plan/scope.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { feelDate } from '#kernel/kinds/from-feel.ts'
import { recordContext } from '#kernel/kinds/references.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DayLimits } from '#fields/field-context.ts'
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
export const holds = (filled: FormContent, condition: string, context: EvaluationContext): boolean =>
  evaluated(filled, condition, context) === true

/** The days that a date's limits allow in the context of its row; undefined where a limit has no value. */
export function dayLimits(filled: FormContent, { field: { earliest, latest }, place }: { field: FieldDefinition; place: CellRow },
  facts: FormFacts): DayLimits {
  const day = (limit: string | undefined) =>
    limit === undefined ? undefined : (feelDate(evaluated(filled, `date(${limit})`, { place, facts })) ?? undefined)
  return { earliest: day(earliest), latest: day(latest) }
}

interface EvaluationContext {
  readonly place: CellRow
  readonly facts: FormFacts
  readonly option?: FeelValue
}

function evaluated({ form, value }: FormContent, source: string, { place, facts, option }: EvaluationContext): FeelValue {
  const names = ['option', 'header', 'item', ...Object.keys(form.fields), ...Object.keys(columnsOf({ form }, place))]
  const scope = new FormScope(form, value, { facts })
  if (option !== undefined) scope.header['option'] = option
  scope.header['header'] = scope.header
  return scope.evaluate(formula(source, names), place && placeIn(value, place))
}

function placeIn(value: FormValue, { key, rowId }: NonNullable<CellRow>): RowPosition | undefined {
  const index = rowsAt(value, key).findIndex((row) => rowIdOf(row) === rowId)
  return index < 0 ? undefined : { table: key, index }
}

/** The columns of the row, or the form's fields. */
export const columnsOf = ({ form }: Pick<FormContent, 'form'>,
  place: CellRow): Fields => (place ? (form.fields[place.key]?.columns ?? {}) : form.fields)

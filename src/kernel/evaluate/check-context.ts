import type { Form } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { placesOf } from './filling/complete.ts'
import { pathOf, type PlannedField } from './plan/planned-field.ts'
import { readAt } from './rows.ts'
import type { FormScope, RowPosition } from './plan/scope.ts'
import type { States } from './access/states.ts'

/** A value at the moment in which it is checked. */
export interface CheckContext {
  readonly form: Form
  readonly scope: FormScope
  /** With its derived fields. */
  readonly value: FormValue
  readonly states: States
  readonly at: string
  readonly partial: boolean
  readonly editable: (path: string) => boolean
}

/** A field, or one cell of a column. */
export interface FieldCell {
  readonly planned: PlannedField
  readonly place: RowPosition | undefined
  /** `amount`, or `items.2.amount`. */
  readonly path: string
  readonly value: unknown
}

/** Every field and cell. */
export function* cellsOf({ scope, value }: Pick<CheckContext, 'scope' | 'value'>): Generator<FieldCell> {
  for (const field of scope.plan.fields) {
    for (const planned of [field, ...field.columns]) {
      for (const place of placesOf(scope, planned)) {
        yield { planned, place, path: pathIn(planned.key, place), value: readAt(value, planned.key, place) }
      }
    }
  }
}

/** The path of a field: `amount`, or `items.2.amount` for a cell of the third row. */
export const pathIn = (key: string, place: RowPosition | undefined): string => (place ? `${place.table}.${place.index}.${key}` : key)

/**
 * Returns whether a field matters at this moment: at the start every one, at a node those that its approver may write, and derived ones.
 */
export function concerns({ at, editable }: Pick<CheckContext, 'at' | 'editable'>, planned: PlannedField): boolean {
  return at === 'start' || planned.derived !== undefined || editable(pathOf(planned))
}

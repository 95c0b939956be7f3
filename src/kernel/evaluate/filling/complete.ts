import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { CopyOnWrite } from './change.ts'
import type { PlannedField } from '../plan/planned-field.ts'
import { FormScope, type RowPosition } from '../plan/scope.ts'

/**
 * Computes the derived fields of the header and of every row, in order of dependency. A field that cannot be computed is null. Returns the
 * same object when nothing changes.
 */
export function complete(form: Form, value: FormValue, facts: FormFacts): FormValue {
  return completeIn(new FormScope(form, value, { facts }), value)
}

/** Incremental variant of `complete`: recomputes only the fields whose inputs changed in the scope, and writes the results into it. */
export function completeIn(scope: FormScope, value: FormValue): FormValue {
  const change = new CopyOnWrite(value)
  for (const planned of scope.plan.derived) {
    if (!scope.isOutdated(planned)) continue
    for (const place of placesOf(scope, planned)) derive(scope, change, { planned, place })
  }
  scope.computed()
  return change.value
}

const header = [undefined] as const

/** The rows that a column is computed for; for a header field, `[undefined]`. */
export function placesOf(scope: FormScope, { table }: PlannedField): readonly (RowPosition | undefined)[] {
  return table === undefined ? header : scope.places(table)
}

function derive(scope: FormScope, change: CopyOnWrite,
  { planned, place }: { planned: PlannedField; place: RowPosition | undefined }): void {
  const { derived, field, key } = planned
  if (!derived) return
  const result = kindOf(field).fromFeel(scope.evaluate(derived, place), field)
  if (!same(result, change.read(key, place))) {
    change.write(key, result, place)
    scope.set(planned, result, place)
  }
}

/** Compares objects by content: a derived list is a new object each time. */
function same(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other))
}

import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { CopyOnWrite } from './change.ts'
import type { PlannedField } from '../plan/planned-field.ts'
import { FormScope, type RowPosition } from '../plan/scope.ts'

/**
 * Computes the derived fields of the header and of every row, each after those that it reads. What cannot be
 * computed is null. The same value again when nothing changed.
 */
export function complete(form: Form, value: FormValue, facts: FormFacts): FormValue {
  return completeIn(new FormScope(form, value, { facts }), value)
}

/** The same in a scope that is already open; the scope follows, and only what may have changed in it since the last time is computed. */
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

/** Every row that a column stands in; for a field, the header once. */
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

/** A derived list is another object each time; what counts is what it holds. */
function same(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other))
}

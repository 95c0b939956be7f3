import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { CopyOnWrite } from './change.ts'
import { placesOf } from './complete.ts'
import { editableFields } from '../access/editable.ts'
import { type FormState, openValue } from '../form-state.ts'
import { pathOf } from '../plan/planned-field.ts'

/**
 * Clears the editable fields that are hidden, so that nothing invisible is filed. Repeats while clearing hides further fields. Returns the
 * same state when no hidden field holds a value.
 */
export function withoutHidden(opened: FormState, at: string): FormState {
  const { form, scope: { facts, memory } } = opened
  const editable = editableFields(form, at)
  let current = opened
  for (let round = 0; round < longestChain; round++) {
    const cleared = clearOnce(current, editable)
    if (cleared === current.value) return current
    current = openValue(form, cleared, { facts, at, memory })
  }
  return current
}

/** Maximum number of rounds, for fields that hide one another in a chain. */
const longestChain = 20

function clearOnce({ scope, states, value }: FormState, editable: (path: string) => boolean): FormValue {
  const change = new CopyOnWrite(value)
  for (const planned of scope.plan.fields.flatMap((field) => [field, ...field.columns]).filter((field) => editable(pathOf(field)))) {
    for (const place of placesOf(scope, planned)) {
      const held = change.read(planned.key, place)
      if (!kindOf(planned.field).empty(held) && !states.visible(planned, place) && !states.isOthers(place))
        change.write(planned.key, undefined, place)
    }
  }
  return change.value
}

import type { FormFacts } from '../facts.ts'
import type { Form } from '../form.ts'
import { kindOf } from '../kinds/registry.ts'
import type { FormValue } from '../value.ts'
import { Change } from './change.ts'
import { completeIn, placesOf } from './complete.ts'
import { editableFields } from './editable.ts'
import { pathOf } from './planned.ts'
import { FormScope } from './scope.ts'
import { statesIn } from './states.ts'

/**
 * Takes away what was entered into fields that are hidden now, as far as it may be written here: their condition is false, so that
 * nobody sees what would be filed. Ends when nothing more is hidden by what was taken away.
 */
export function clearHidden(form: Form, at: string, value: FormValue, facts: FormFacts): FormValue {
  const editable = editableFields(form, at)
  let current = value
  for (let round = 0; round < longestChain; round++) {
    const cleared = clearOnce(new FormScope(form, current, { facts }), current, { at, editable })
    if (cleared === current) return current
    current = cleared
  }
  return current
}

/** Fields that hide each other in turn, one after the other; a form has no longer chain. */
const longestChain = 20

function clearOnce(
  scope: FormScope,
  value: FormValue,
  { at, editable }: { at: string; editable: (path: string) => boolean },
): FormValue {
  const states = statesIn(scope, completeIn(scope, value), at)
  const change = new Change(value)
  for (const planned of scope.plan.fields.flatMap((field) => [field, ...field.columns]).filter((field) => editable(pathOf(field)))) {
    for (const place of placesOf(scope, planned)) {
      const held = change.read(planned.key, place)
      if (!kindOf(planned.field).empty(held) && !states.visible(planned, place)) change.write(planned.key, undefined, place)
    }
  }
  return change.value
}

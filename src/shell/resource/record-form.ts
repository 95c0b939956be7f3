import type { FieldProblem } from '#kernel/errors.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { type FieldState, visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { recordForm } from '#kernel/record-form.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { enterableFields, type StoredRecord } from './record.ts'

/** The values that the dialog starts with: the record's own, or the declared defaults of a new one. */
export function startValue(resource: Resource, record: StoredRecord | undefined, facts: FormFacts): FormValue {
  const initial: FormValue = record ?? withDefaults(recordForm(resource), {}, facts)
  return Object.fromEntries(enterableFields(resource).map(([name]) => [name, initial[name] ?? null]))
}

/** The fields that are shown and those that must be filled in, as their conditions say. */
export function statesOf(resource: Resource, value: FormValue, facts: FormFacts): (name: string) => FieldState {
  return visibility(recordForm(resource), value, facts, 'start')
}

/**
 * Finds what keeps a value from being saved, as far as it can be known here: a field that the server fills in itself stands in nobody's
 * way.
 */
export function problemsOf(resource: Resource, value: FormValue, facts: FormFacts): readonly FieldProblem[] {
  const entered = new Set(enterableFields(resource).map(([name]) => name))
  return check(recordForm(resource), value, facts, { at: 'start' }).filter(({ field, level = 'block' }) =>
    level === 'block' && (field === '' || entered.has(field.split('.')[0] ?? field))
  )
}

/** The value that is sent: a field whose condition hides it holds nothing. */
export function sentValue(resource: Resource, value: FormValue, facts: FormFacts): FormValue {
  const stateOf = statesOf(resource, value, facts)
  return Object.fromEntries(Object.entries(value).map(([name, entered]) => [name, stateOf(name).visible ? entered : null]))
}

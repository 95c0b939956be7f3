import type { FormFacts } from '../facts.ts'
import type { Form } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { completeIn } from './filling/complete.ts'
import type { Memory } from './plan/memory.ts'
import { FormScope } from './plan/scope.ts'
import { type States, statesIn } from './access/states.ts'

/** A form's value with everything derived from it at one moment, computed once. */
export interface FormState {
  readonly form: Form
  /** `start`, the id of a node, or undefined for a reader. */
  readonly at: string | undefined
  readonly scope: FormScope
  /** The value including its derived fields. */
  readonly value: FormValue
  readonly states: States
}

export interface FormStateInput {
  readonly facts: FormFacts
  readonly at: string | undefined
  /** Cache of the results of the form's expressions. */
  readonly memory?: Memory
}

/** Opens a value: computes its derived fields and the states of all fields. */
export function openValue(form: Form, value: FormValue, { facts, at, memory }: FormStateInput): FormState {
  return openIn(new FormScope(form, value, { facts, memory }), form, value, at)
}

/** Variant of `openValue` that reuses a scope and updates it. */
export function openIn(scope: FormScope, form: Form, value: FormValue, at: string | undefined): FormState {
  const completed = completeIn(scope, value)
  return { form, at, scope, value: completed, states: statesIn(scope, completed, at) }
}

import type { FormFacts } from '../facts.ts'
import type { Form } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { completeIn } from './filling/complete.ts'
import type { Memory } from './plan/memory.ts'
import { FormScope } from './plan/scope.ts'
import { type States, statesIn } from './access/states.ts'

/** A form's value with what follows from it at a moment; found out once, and asked by everything that needs it. */
export interface FormState {
  readonly form: Form
  /** `start`, a node, or undefined for a reader. */
  readonly at: string | undefined
  readonly scope: FormScope
  /** With its derived fields. */
  readonly value: FormValue
  readonly states: States
}

export interface FormStateInput {
  readonly facts: FormFacts
  readonly at: string | undefined
  /** The last results of the form's expressions. */
  readonly memory?: Memory
}

/** Computes the derived fields of a value. */
export function openValue(form: Form, value: FormValue, { facts, at, memory }: FormStateInput): FormState {
  return openIn(new FormScope(form, value, { facts, memory }), form, value, at)
}

/** The same in a scope that is already open; the scope follows. */
export function openIn(scope: FormScope, form: Form, value: FormValue, at: string | undefined): FormState {
  const completed = completeIn(scope, value)
  return { form, at, scope, value: completed, states: statesIn(scope, completed, at) }
}

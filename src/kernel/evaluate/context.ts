import type { FormFacts } from '../facts.ts'
import type { FeelContext } from '../feel/feel.ts'
import type { Form } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { completeIn } from './complete.ts'
import { FormScope } from './scope.ts'

export { environmentOf } from './formula.ts'

/** What the conditions of a form's flow see: its fields, their amounts in RMB, and the names that the host adds. */
export function conditionContext(
  form: Form,
  value: FormValue,
  facts: FormFacts,
  extra: Readonly<Record<string, unknown>> = {},
): FeelContext {
  const scope = new FormScope(form, value, { facts, extra })
  completeIn(scope, value)
  return scope.header
}

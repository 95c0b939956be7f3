import type { FormFacts } from '#kernel/facts.ts'
import type { FeelContext } from '#kernel/feel/feel.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { completeIn } from '../filling/complete.ts'
import { FormScope } from './scope.ts'

export { environmentOf } from './formula.ts'

/** The names that conditions of a flow may read: the form's fields, their amounts in RMB, and the names that the host adds. */
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

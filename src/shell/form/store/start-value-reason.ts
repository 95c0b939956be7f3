import { sentence } from '#kernel/evaluate/checks/rule-sentence.ts'
import type { FormState } from '#kernel/evaluate/form-state.ts'
import type { Label } from '#kernel/wording/label.ts'

/** Returns the reason for the value that a field of the form begins with, while that holds. */
export function startValueReason({ scope }: Pick<FormState, 'scope'>, key: string): Label | undefined {
  const because = scope.plan.byKey.get(key)?.because
  return because && scope.holds(because.when) ? sentence(because, scope, undefined) : undefined
}

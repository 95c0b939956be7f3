import { type Finding, isError } from '#kernel/composition/problem.ts'
import type { DesignFinding } from '#kernel/flow/design.ts'
import type { Locale } from '#kernel/wording/label.ts'

/** A finding in the reader's language. */
export const findingAnswer = (found: Finding, locale: Locale): DesignFinding => ({
  nodeId: found.node ?? null,
  level: isError(found) ? 'error' : 'warning',
  where: found.where,
  message: found.text[locale],
  counterexample: found.counterexample?.[locale] ?? null,
})

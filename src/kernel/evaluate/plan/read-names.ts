import type { Form } from '#kernel/form.ts'
import type { Formula } from './formula.ts'
import { planOf } from './plan.ts'

/** The form's names that these formulas read; undefined if one of them reads the form as a whole. */
export function readNames(form: Form, formulas: readonly Formula[]): ReadonlySet<string> | undefined {
  const needs = formulas.flatMap((formula) => formula.needs)
  if (needs.includes('header')) return undefined
  const { rmb, rate } = planOf(form)
  const converted = needs.flatMap((name) => rmb[name] ?? [])
  return new Set([...needs, ...converted, ...(rate === undefined ? [] : [rate])])
}

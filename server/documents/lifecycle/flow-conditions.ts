import { flowNames } from '#kernel/composition/expressions.ts'
import { environmentOf } from '#kernel/evaluate/plan/context.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { type Formula, formula, valueOf } from '#kernel/evaluate/plan/formula.ts'
import { readNames } from '#kernel/evaluate/plan/read-names.ts'
import { FormScope } from '#kernel/evaluate/plan/scope.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { isTrue } from '#kernel/feel/feel.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The conditions of a form's flows that have been asked for. */
interface Conditions {
  readonly formulas: Map<string, Formula>
  /** The names that they read, a few of many; undefined for all of them. */
  names: ReadonlySet<string> | undefined
}

const conditions = new WeakMap<Form, Conditions>()

interface ConditionInput {
  readonly form: Form
  readonly value: FormValue
  readonly facts: FormFacts
  /** Values that a flow may read beside the form's fields: all of those that are read. */
  readonly extra: (isRead: (name: FlowName) => boolean) => Readonly<Partial<Record<FlowName, unknown>>>
}

export type FlowName = (typeof flowNames)[number]

/** Judges the conditions of a flow over one value. */
export function conditionsOver({ form, value, facts, extra }: ConditionInput): (feel: string) => boolean {
  const known = conditions.get(form) ?? { formulas: new Map(), names: new Set() }
  conditions.set(form, known)
  const environment = environmentOf(facts)
  let read: { readonly names: ReadonlySet<string> | undefined; readonly scope: FormScope } | undefined
  return (feel) => {
    const condition = known.formulas.get(feel) ?? learn(form, known, feel)
    if (!read || read.names !== known.names) {
      const { names } = known
      const added = extra((name) => names === undefined || names.has(name))
      read = { names, scope: new FormScope(form, value, { facts, extra: added, names }) }
    }
    return isTrue(valueOf(condition, read.scope.header, environment))
  }
}

/** Compiled once per form: a flow asks the same at every step. */
function learn(form: Form, known: Conditions, feel: string): Formula {
  const condition = formula(feel, [...Object.keys(form.fields), ...Object.keys(rmbNames(form.fields)), ...flowNames])
  known.formulas.set(feel, condition)
  known.names = readNames(form, [...known.formulas.values()])
  return condition
}

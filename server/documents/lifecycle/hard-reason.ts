import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The form's field that holds why a judgement was handed on, by which of the two judgements it is. */
const reasonFields = { one: 'hardToDecideOneReason', two: 'hardToDecideTwoReason' } as const satisfies Record<
  NonNullable<ApprovalNode['hardToDecide']>,
  string
>

/** The reason that a node asks for, where it may hand its judgement on. */
export function reasonFieldAt(flow: Flow, node: string): string | undefined {
  const kind = approvalNode(flow, node)?.hardToDecide
  return kind && reasonFields[kind]
}

/** The value as it stands when a judge decides after all: why the judgement was handed on before no longer leads anywhere. */
export function decided(flow: Flow, node: string, value: FormValue): FormValue {
  const field = reasonFieldAt(flow, node)
  return field === undefined ? value : without(value, [field])
}

/** The value as it stands when the form is filed again, to be judged from the beginning. */
export const unjudged = (value: FormValue): FormValue => without(value, Object.values(reasonFields))

function without(value: FormValue, fields: readonly string[]): FormValue {
  if (!fields.some((field) => field in value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, fields.includes(key) ? null : held]))
}

import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The form field for the reason why an approver referred the decision, by the kind of node. */
const reasonFields = { one: 'hardToDecideOneReason', two: 'hardToDecideTwoReason' } as const satisfies Record<
  NonNullable<ApprovalNode['hardToDecide']>,
  string
>

/** The reason field of a node whose approver may refer the decision. */
export function reasonFieldAt(flow: Flow, node: string): string | undefined {
  const kind = approvalNode(flow, node)?.hardToDecide
  return kind && reasonFields[kind]
}

/** The value for a decision by the approver: clears the reason of an earlier referral, which conditions would read. */
export function withoutReferralReason(flow: Flow, node: string, value: FormValue): FormValue {
  const field = reasonFieldAt(flow, node)
  return field === undefined ? value : without(value, [field])
}

/** The value for filing again: clears all reasons of referrals. */
export const withoutReferralReasons = (value: FormValue): FormValue => without(value, Object.values(reasonFields))

function without(value: FormValue, fields: readonly string[]): FormValue {
  if (!fields.some((field) => field in value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, fields.includes(key) ? null : held]))
}

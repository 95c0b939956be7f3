import { approvalNode } from '../../src/kernel/flow-nodes.ts'
import type { ApprovalNode, Flow } from '../../src/kernel/flow.ts'

/** The form's field that holds why a judgement was handed on, by which of the two judgements it is. */
const reasonFields = { one: 'hardToDecideOneReason', two: 'hardToDecideTwoReason' } as const satisfies Record<NonNullable<ApprovalNode['hardToDecide']>, string>

/** The reason that a node asks for, where it may hand its judgement on. */
export function reasonFieldAt(flow: Flow, node: string): string | undefined {
  const kind = approvalNode(flow, node)?.hardToDecide
  return kind && reasonFields[kind]
}

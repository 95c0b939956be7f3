import { isMoneyForm } from '#approval/interventions.ts'
import { heldPolicy } from '#approval/resolve/interested.ts'
import { Refused } from '#kernel/errors.ts'
import { type FlowNode, mapNodes, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { ChangeableSettings, FlowNodeView, NodeSettings } from '#kernel/flow/flow-version.ts'
import { isEverybody } from '#kernel/flow/starters.ts'
import type { Form } from '#kernel/form.ts'

/** Settings by node id, and those of the whole flow; absent settings are unchanged. */
export interface FlowChanges {
  readonly nodes: Readonly<Record<string, NodeSettings>>
  readonly settings: ChangeableSettings
}

/** The flow with changed settings; nodes, branches and approvers are unchanged. @throws Refused for an unknown node */
export function changedFlow(flow: Flow, { nodes, settings }: FlowChanges): Flow {
  const known = new Set(nodesOf(flow).map(({ id }) => id))
  if (Object.keys(nodes).some((id) => !known.has(id))) throw new Refused('documents.flowRefused')
  const changed = mapNodes(flow, (node) => {
    const own = nodes[node.id]
    return own ? withSettings(node, own) : node
  })
  const { starters, ...rest } = { ...changed.settings, ...settings }
  return { ...changed, settings: { ...rest, ...(starters && !isEverybody(starters) && { starters }) } }
}

function withSettings(node: FlowNode, { cn, en, when, mode, dueHours }: NodeSettings): FlowNode {
  const { when: _, ...rest } = node
  const named = { ...rest, cn, en, ...(when !== null && { when }) } as FlowNode
  return named.block === 'approve' ? withDecisions(named, { mode, dueHours }) : named
}

function withDecisions(node: ApprovalNode, { mode, dueHours }: Pick<NodeSettings, 'mode' | 'dueHours'>): ApprovalNode {
  const { dueHours: before, ...rest } = node
  const due = dueHours === undefined ? before : (dueHours ?? undefined)
  return { ...rest, mode: mode ?? node.mode, ...(due !== undefined && { dueHours: due }) }
}

/** The part of a node that administrators may see and change. */
export const nodeView = (node: FlowNode): FlowNodeView => ({
  id: node.id,
  block: node.block,
  cn: node.cn,
  en: node.en,
  when: node.when ?? null,
  ...(node.block === 'approve' && { mode: node.mode, dueHours: node.dueHours ?? null }),
})

/** Returns the current settings of a flow that administrators may change. */
export const settingsView = (
  { dedupe, emptyApprover, initiatorApprover, movesMoney, resumeMode, urgeMinutes, overdueHours, starters }: Flow['settings'],
  form: Form,
): ChangeableSettings => ({
  dedupe,
  emptyApprover,
  initiatorApprover: heldPolicy({ initiatorApprover, movesMoney }, isMoneyForm(form)),
  resumeMode,
  urgeMinutes,
  overdueHours,
  starters,
})

/** The allowed policies for approvers who are the initiator. */
export const initiatorPolicies = (form: Form, { settings: { movesMoney } }: Flow): readonly Policy[] =>
  policies.filter((initiatorApprover) => heldPolicy({ initiatorApprover, movesMoney }, isMoneyForm(form)) === initiatorApprover)

type Policy = Flow['settings']['initiatorApprover']
const policies: readonly Policy[] = ['superior', 'self', 'autoPass']

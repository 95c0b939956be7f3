import { Refused } from '#kernel/errors.ts'
import { type FlowNode, mapNodes, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { ChangeableSettings, FlowNodeView, NodeSettings } from '#kernel/flow/flow-version.ts'
import { isEverybody } from '#kernel/flow/starters.ts'

/** Settings by the ids of their nodes, and those of the whole flow; what is left out stays. */
export interface FlowChanges {
  readonly nodes: Readonly<Record<string, NodeSettings>>
  readonly settings: ChangeableSettings
}

/** The flow with changed settings; its nodes, branches and approvers stay. @throws Refused for a node that the flow does not have */
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

/** The part of a node that an administrator sees and changes. */
export const nodeView = (node: FlowNode): FlowNodeView => ({
  id: node.id,
  block: node.block,
  cn: node.cn,
  en: node.en,
  when: node.when ?? null,
  ...(node.block === 'approve' && { mode: node.mode, dueHours: node.dueHours ?? null }),
})

/** Returns the settings of a flow that administrators may change. */
export const settingsView = (
  { dedupe, emptyApprover, initiatorApprover, resumeMode, urgeMinutes, overdueHours, starters }: Flow['settings'],
): ChangeableSettings => ({
  dedupe,
  emptyApprover,
  initiatorApprover,
  resumeMode,
  urgeMinutes,
  overdueHours,
  starters,
})

import type { ApprovalNode, Block, CopyNode, Flow } from './flow.ts'

/** Every approval and copy node of a flow, in the order in which they are written. */
export function nodesOf(flow: Flow): readonly (ApprovalNode | CopyNode)[] {
  return flow.steps.flatMap(nodesIn)
}

/** The approval node of an id. */
export function approvalNode(flow: Flow, id: string): ApprovalNode | undefined {
  return nodesOf(flow).find((node): node is ApprovalNode => node.block === 'approve' && node.id === id)
}

function nodesIn(block: Block): readonly (ApprovalNode | CopyNode)[] {
  switch (block.block) {
    case 'approve':
    case 'copy':
      return [block]
    case 'parallel':
      return block.branches.flat().flatMap(nodesIn)
    default:
      return [...block.branches.flatMap(({ steps }) => steps), ...(block.otherwise ?? [])].flatMap(nodesIn)
  }
}

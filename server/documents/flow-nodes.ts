import type { ApprovalNode, Block, CopyNode, Flow } from '../../src/kernel/flow.ts'
import type { Label } from '../../src/kernel/label.ts'

const startLabel: Label = { cn: '发起', en: 'Start' }

/** Names of the nodes of a flow, the start node among them. */
export function nodeNames(flow: Flow): Map<string, Label> {
  return new Map([['start', startLabel], ...nodesOf(flow.steps).map(({ id, cn, en }) => [id, { cn, en }] as const)])
}

/** The approval node of an id. */
export function approvalNode(flow: Flow, id: string): ApprovalNode | undefined {
  return nodesOf(flow.steps).find((node): node is ApprovalNode => node.block === 'approve' && node.id === id)
}

/** Every approval and copy node, at whatever depth, in the order of the flow. */
function nodesOf(steps: readonly Block[]): (ApprovalNode | CopyNode)[] {
  return steps.flatMap((block) => (block.block === 'approve' || block.block === 'copy' ? [block] : branchesOf(block).flatMap(nodesOf)))
}

function branchesOf(block: Exclude<Block, ApprovalNode | CopyNode>): readonly (readonly Block[])[] {
  return block.block === 'parallel' ? block.branches : [...block.branches.map(({ steps }) => steps), block.otherwise]
}

import type { ApprovalNode, Block, CopyNode, Flow } from '#kernel/flow.ts'
import { canonical } from '#server/canonical.ts'

export type FlowNode = ApprovalNode | CopyNode

/** The flow with each of its nodes as the function makes it. */
export function mapNodes(flow: Flow, change: (node: FlowNode) => FlowNode): Flow {
  const steps = (blocks: readonly Block[]): readonly Block[] => blocks.map(block)
  const block = (each: Block): Block => {
    switch (each.block) {
      case 'approve':
      case 'copy':
        return change(each)
      case 'parallel':
        return { ...each, branches: each.branches.map(steps) }
      default:
        return { ...each, branches: each.branches.map((branch) => ({ ...branch, steps: steps(branch.steps) })),
          otherwise: steps(each.otherwise ?? []) }
    }
  }
  return { ...flow, steps: steps(flow.steps) }
}

/** The order of nodes and branches, with the conditions of branches; no node's own settings. */
export const structureOf = (flow: Flow): unknown => mapNodes(flow, ({ block, id }) => ({ block, id }) as FlowNode).steps

export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

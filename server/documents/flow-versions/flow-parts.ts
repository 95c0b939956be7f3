import type { ApprovalNode, Block, CopyNode, Flow } from '#kernel/flow.ts'

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

/** The same text for the same content, whatever the order of keys: `jsonb` keeps none. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(
        Object.entries(held).filter(([, each]) => each !== undefined).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      )
      : held) ?? ''
}

export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

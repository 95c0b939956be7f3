import type { Feel } from '../fields.ts'
import type { ApprovalNode, Block, CopyNode, ExclusiveBlock, InclusiveBlock } from '../flow.ts'

/** Evaluates a condition. */
export type Holds = (when: Feel) => boolean

/** The nodes that a document enters under these conditions, in document order. */
export const enteredNodes = (steps: readonly Block[], holds: Holds): readonly (ApprovalNode | CopyNode)[] =>
  steps.flatMap((block) => {
    if (block.block === 'approve' || block.block === 'copy') return block.when === undefined || holds(block.when) ? [block] : []
    const branches = block.block === 'parallel' ? block.branches : taken(block, holds)
    return branches.flatMap((branch) => enteredNodes(branch, holds))
  })

function taken(block: ExclusiveBlock | InclusiveBlock, holds: Holds): readonly (readonly Block[])[] {
  const open = block.branches.filter(({ when }) => holds(when)).map(({ steps }) => steps)
  if (open.length === 0) return [block.otherwise ?? []]
  return block.block === 'exclusive' ? open.slice(0, 1) : open
}

/** The distinct conditions that decide which nodes are entered. */
export const conditionsOf = (steps: readonly Block[]): readonly Feel[] => [...new Set(steps.flatMap(conditionsIn))]

function conditionsIn(block: Block): readonly Feel[] {
  if (block.block === 'approve' || block.block === 'copy') return block.when === undefined ? [] : [block.when]
  if (block.block === 'parallel') return block.branches.flat().flatMap(conditionsIn)
  return [...block.branches.flatMap(({ when, steps }) => [when, ...steps.flatMap(conditionsIn)]),
    ...(block.otherwise ?? []).flatMap(conditionsIn)]
}

import type { ApprovalNode, ApproverRule, Block, Flow } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import { memoize } from '#kernel/memoize.ts'
import type { BlockPath, ApproverChoice, Facts } from './types.ts'

/** The branches of a block, `otherwise` last; empty for a node. */
export function branchesOf(block: Block): readonly (readonly Block[])[] {
  if (block.block === 'parallel') return block.branches
  if (block.block === 'exclusive' || block.block === 'inclusive') {
    return [...block.branches.map((branch) => branch.steps), block.otherwise]
  }
  return []
}

/** The steps of the sequence that a prefix names: `[]` the flow itself, `[3, 0]` branch 0 of its fourth step. */
export function stepsAt(flow: Flow, prefix: BlockPath): readonly Block[] {
  let steps = flow.steps
  for (let depth = 0; depth < prefix.length; depth += 2) {
    const block = steps[prefix[depth] ?? -1]
    steps = (block && branchesOf(block)[prefix[depth + 1] ?? -1]) ?? []
  }
  return steps
}

/** The block at a path, if the flow has one there. */
export function blockAt(flow: Flow, path: BlockPath): Block | undefined {
  return stepsAt(flow, path.slice(0, -1))[path.at(-1) ?? -1]
}

export interface LocatedBlock<B extends Block = Block> {
  readonly block: B
  readonly path: BlockPath
}

/** Every block with its path, from top to bottom. */
const blocksOf: (flow: Flow) => readonly LocatedBlock[] = memoize((flow) => {
  const below = (steps: readonly Block[], prefix: BlockPath): LocatedBlock[] =>
    steps.flatMap((block, index) => {
      const path = [...prefix, index]
      return [{ block, path }, ...branchesOf(block).flatMap((branch, number) => below(branch, [...path, number]))]
    })
  return below(flow.steps, [])
})

/** The approval node of an id. */
export function approvalNode(flow: Flow, id: string): LocatedBlock<ApprovalNode> | undefined {
  return blocksOf(flow).find((placed): placed is LocatedBlock<ApprovalNode> => placed.block.block === 'approve' && placed.block.id === id)
}

/** Returns whether a flow has a node whose people are chosen by hand. */
export const choosesPeople = (flow: Flow): boolean =>
  blocksOf(flow).some(({ block }) => block.block === 'approve' && selection(block.by) !== undefined)

export type SelectUserRule = Extract<ApproverRule, { rule: 'selectUser' }>

/** The part of a rule that asks for people chosen by hand. */
export const selection = (rule: ApproverRule): SelectUserRule | undefined =>
  simpleRules(rule).find((each): each is SelectUserRule => each.rule === 'selectUser')

/** People chosen in the form itself, for the nodes that read them there. */
export const choicesInForm = (flow: Flow, facts: Pick<Facts, 'values'>): readonly ApproverChoice[] =>
  blocksOf(flow).flatMap(({ block }) => {
    const from = block.block === 'approve' ? selection(block.by)?.from : undefined
    const people = from === undefined ? [] : [...new Set(facts.values(from))]
    return block.block === 'approve' && people.length > 0 ? [{ node: block.id, people }] : []
  })

/** The choices that fall on nodes whose people are chosen by hand, with the places of those nodes. */
export function choicesOf(flow: Flow,
  choices: readonly ApproverChoice[]): readonly { readonly choice: ApproverChoice; readonly path: BlockPath }[] {
  return choices.flatMap((choice) => {
    const placed = approvalNode(flow, choice.node)
    return placed && selection(placed.block.by) ? [{ choice, path: placed.path }] : []
  })
}

/** Returns whether `path` lies in the block at `block`, or is it. */
export const isBelow = (path: BlockPath, block: BlockPath): boolean => block.every((step, depth) => path[depth] === step)

/** Order from top to bottom, branch by branch. */
export function comparePaths(left: BlockPath, right: BlockPath): number {
  const depth = divergence(left, right)
  return (left[depth] ?? -1) - (right[depth] ?? -1)
}

/** Returns whether two paths lie in different branches of one block: neither comes before the other. */
export const inOtherBranch = (left: BlockPath, right: BlockPath): boolean => {
  const depth = divergence(left, right)
  return depth % 2 === 1 && depth < left.length && depth < right.length
}

/** Returns whether `path` is reached only after `target`, or is it: a return to `target` closes it. */
export const isFrom = (path: BlockPath, target: BlockPath): boolean => !inOtherBranch(path, target) && comparePaths(path, target) >= 0

/** Returns whether coming from `target` to `path` goes into branches that run beside others. */
export function entersParallel(flow: Flow, path: BlockPath, target: BlockPath): boolean {
  for (let depth = 1; depth < path.length; depth += 2) {
    const ancestor = path.slice(0, depth)
    const kind = blockAt(flow, ancestor)?.block
    const shared = isBelow(target, path.slice(0, depth + 1))
    if ((kind === 'parallel' || kind === 'inclusive') && !shared) return true
  }
  return false
}

function divergence(left: BlockPath, right: BlockPath): number {
  let depth = 0
  while (depth < left.length && left[depth] === right[depth]) depth += 1
  return depth
}

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

/** The steps at a prefix: `[]` is the flow itself, `[3, 0]` branch 0 of its fourth step. */
export function stepsAt(flow: Flow, prefix: BlockPath): readonly Block[] {
  let steps = flow.steps
  for (let depth = 0; depth < prefix.length; depth += 2) {
    const block = steps[prefix[depth] ?? -1]
    steps = (block && branchesOf(block)[prefix[depth + 1] ?? -1]) ?? []
  }
  return steps
}

/** The block at a path; undefined if there is none. */
export function blockAt(flow: Flow, path: BlockPath): Block | undefined {
  return stepsAt(flow, path.slice(0, -1))[path.at(-1) ?? -1]
}

export interface LocatedBlock<B extends Block = Block> {
  readonly block: B
  readonly path: BlockPath
}

/** All blocks with their paths, in document order. */
const blocksOf: (flow: Flow) => readonly LocatedBlock[] = memoize((flow) => {
  const below = (steps: readonly Block[], prefix: BlockPath): LocatedBlock[] =>
    steps.flatMap((block, index) => {
      const path = [...prefix, index]
      return [{ block, path }, ...branchesOf(block).flatMap((branch, number) => below(branch, [...path, number]))]
    })
  return below(flow.steps, [])
})

/** The approval node with an id, and its path. */
export function approvalNode(flow: Flow, id: string): LocatedBlock<ApprovalNode> | undefined {
  return blocksOf(flow).find((placed): placed is LocatedBlock<ApprovalNode> => placed.block.block === 'approve' && placed.block.id === id)
}

/** Returns whether a flow has a node whose people are chosen. */
export const choosesPeople = (flow: Flow): boolean =>
  blocksOf(flow).some(({ block }) => block.block === 'approve' && selection(block.by) !== undefined)

export type SelectUserRule = Extract<ApproverRule, { rule: 'selectUser' }>

/** The `selectUser` part of a rule; undefined if it has none. */
export const selection = (rule: ApproverRule): SelectUserRule | undefined =>
  simpleRules(rule).find((each): each is SelectUserRule => each.rule === 'selectUser')

/** People chosen in fields of the form, by node. */
export const choicesInForm = (flow: Flow, facts: Pick<Facts, 'values'>): readonly ApproverChoice[] =>
  blocksOf(flow).flatMap(({ block }) => {
    const from = block.block === 'approve' ? selection(block.by)?.from : undefined
    const people = from === undefined ? [] : [...new Set(facts.values(from))]
    return block.block === 'approve' && people.length > 0 ? [{ node: block.id, people }] : []
  })

/** The choices for nodes with chosen people, each with the path of its node. */
export function choicesOf(flow: Flow,
  choices: readonly ApproverChoice[]): readonly { readonly choice: ApproverChoice; readonly path: BlockPath }[] {
  return choices.flatMap((choice) => {
    const placed = approvalNode(flow, choice.node)
    return placed && selection(placed.block.by) ? [{ choice, path: placed.path }] : []
  })
}

/** Returns whether `path` is inside the block at `block`, or equal to it. */
export const isBelow = (path: BlockPath, block: BlockPath): boolean => block.every((step, depth) => path[depth] === step)

/** Compares paths in document order. */
export function comparePaths(left: BlockPath, right: BlockPath): number {
  const depth = divergence(left, right)
  return (left[depth] ?? -1) - (right[depth] ?? -1)
}

/** Returns whether two paths are in different branches of one block, i.e. unordered. */
export const inOtherBranch = (left: BlockPath, right: BlockPath): boolean => {
  const depth = divergence(left, right)
  return depth % 2 === 1 && depth < left.length && depth < right.length
}

/** Returns whether `path` is `target` or comes after it; a return to `target` closes such runs. */
export const isFrom = (path: BlockPath, target: BlockPath): boolean => !inOtherBranch(path, target) && comparePaths(path, target) >= 0

/** Returns whether going from `target` to `path` enters a branch of a parallel or inclusive block. */
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

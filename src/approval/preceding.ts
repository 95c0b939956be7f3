import type { Block, Flow } from '#kernel/flow.ts'
import { liveRuns } from './state.ts'
import { branchesOf, comparePaths, inOtherBranch, stepsAt } from './tree.ts'
import type { BlockPath, DocumentState, NodeRun } from './types.ts'

/**
 * The approval nodes done directly before a place: of a block with branches, the last one of each branch taken.
 *
 * It follows the tree and not the clock, so that branches may finish in any order.
 */
export function precedingRuns(flow: Flow, document: DocumentState, path: BlockPath): readonly NodeRun[] {
  const prefix = path.slice(0, -1)
  const before = lastRuns(document, stepsAt(flow, prefix).slice(0, path.at(-1)), prefix)
  if (before.length > 0 || prefix.length === 0) return before
  return precedingRuns(flow, document, prefix.slice(0, -1))
}

/** Every approval node done before a place in this round. */
export const earlierRuns = (document: DocumentState, path: BlockPath): readonly NodeRun[] =>
  doneRuns(document).filter((run) => comparePaths(run.path, path) < 0 && !inOtherBranch(run.path, path))

function lastRuns(document: DocumentState, steps: readonly Block[], prefix: BlockPath): readonly NodeRun[] {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const block = steps[index]
    const runs = block ? runsIn(document, block, [...prefix, index]) : []
    if (runs.length > 0) return runs
  }
  return []
}

function runsIn(document: DocumentState, block: Block, path: BlockPath): readonly NodeRun[] {
  if (block.block === 'approve') return doneRuns(document).filter((run) => comparePaths(run.path, path) === 0)
  return branchesOf(block).flatMap((steps, branch) => lastRuns(document, steps, [...path, branch]))
}

const doneRuns = (document: DocumentState): readonly NodeRun[] => liveRuns(document).filter((run) => run.state === 'done')

import type { Flow } from '#kernel/flow.ts'
import { liveRuns, ownTasks } from './state.ts'
import { comparePaths, entersParallel, inOtherBranch, isFrom } from './tree.ts'
import type { BlockPath, DocumentState, NodeRun, ReturnTarget } from './types.ts'
import { startNode } from './types.ts'

/**
 * The targets to which a running node can be returned: the initiator, and every approval node before it in this round that a person
 * completed. Nodes of parallel branches are excluded.
 */
export function returnTargets(document: DocumentState, from: NodeRun): readonly ReturnTarget[] {
  const target = (node: string, people: readonly string[]): ReturnTarget => ({
    node,
    people,
    again: document.returns.includes(`${from.node}>${node}`),
  })
  const nodes = liveRuns(document).filter((run) => canReturnTo(from, run))
  return [
    target(startNode, [document.starter]),
    ...nodes.map((run) => target(run.node, ownTasks(run).map(({ person }) => person))),
  ]
}

/** The done run of the target node of a return; undefined if it is not a valid target. */
export const targetRun = (document: DocumentState, from: NodeRun, node: string): NodeRun | undefined =>
  liveRuns(document).find((run) => run.node === node && canReturnTo(from, run))

/** Ids of the runs that a return to a path closes: those at or after it. The empty path is the start. */
export const closedBy = (document: DocumentState, target: BlockPath): readonly string[] =>
  liveRuns(document).filter((run) => isFrom(run.path, target)).map(({ id }) => id)

/** Returns whether a direct resume is possible: not into a parallel block, whose other branches would be left out. */
export const canResumeDirectly = (flow: Flow, from: BlockPath, target: BlockPath): boolean => !entersParallel(flow, from, target)

function canReturnTo(from: NodeRun, run: NodeRun): boolean {
  const before = comparePaths(run.path, from.path) < 0 && !inOtherBranch(run.path, from.path)
  return before && run.state === 'done' && ownTasks(run).some(({ result }) => result === 'passed' || result === 'hard')
}

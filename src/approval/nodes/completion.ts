import { agreed, isOpen, ownTasks } from '../state.ts'
import type { NodeRun, Task } from '../types.ts'

/** Returns whether a run has the passes that its mode requires. */
export function isComplete(run: NodeRun): boolean {
  const tasks = ownTasks(run)
  if (tasks.length === 0) return false
  if (run.mode === 'any') return unmetGroups(run).size === 0
  if (typeof run.mode === 'object') return tasks.filter(agreed).length >= neededVotes(run)
  return tasks.every(agreed)
}

/** Returns whether a percentage can no longer be reached because of votes against. */
export function isLost(run: NodeRun): boolean {
  if (typeof run.mode !== 'object') return false
  return ownTasks(run).filter((task) => agreed(task) || isOpen(task)).length < neededVotes(run)
}

/** Number of approvers who have to pass; a percentage is of the node's own approvers, rounded up, at least 1. */
export function neededVotes(run: NodeRun): number {
  const total = ownTasks(run).length
  if (typeof run.mode !== 'object') return run.mode === 'any' ? 1 : total
  return Math.min(total, Math.max(1, Math.ceil((total * run.mode.percentage) / 100 - 1e-9)))
}

/** Returns whether a task of an `any` node is no longer needed. */
export function isSuperfluous(run: NodeRun, task: Task): boolean {
  const unmet = unmetGroups(run)
  return run.mode === 'any' && isOpen(task) && task.parent === undefined && !task.groups.some((group) => unmet.has(group))
}

function unmetGroups(run: NodeRun): ReadonlySet<string> {
  const tasks = ownTasks(run)
  const unmet = new Set(tasks.flatMap((task) => task.groups))
  for (const task of tasks.filter(agreed)) for (const group of task.groups) unmet.delete(group)
  return unmet
}

import { exit } from '../advance.ts'
import { isComplete, isLost } from './completion.ts'
import { openTasks } from './enter-node.ts'
import { openTask } from './open-task.ts'
import { isOpen, runOf, taskOf } from '../state.ts'
import type { NodeRun, Task } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit } from '../execution.ts'

/** Continues after a pass or vote: back to the countersigning holder, on within the node, or out of it. */
export function completeTask(execution: Execution, taskId: string): void {
  const task = taskOf(execution.document, taskId)
  const run = task && runOf(execution.document, task.run)
  if (!run) return
  if (task.parent === undefined) completeNode(execution, run, task)
  else completeCountersign(execution, run, task.parent)
}

function completeNode(execution: Execution, run: NodeRun, { id: task, comment }: Task): void {
  if (isLost(run)) return emit(execution, { type: 'refused', run: run.id, node: run.node, task, comment })
  if (isComplete(run) || (run.mode === 'sequential' && openTasks(execution, run.id))) exit(execution, run)
}

/** Opens the task of the next person added by countersign or, when these are done, resumes their parent task. */
function completeCountersign(execution: Execution, run: NodeRun, parent: string): void {
  const added = run.tasks.filter((task) => task.parent === parent)
  const next = added.find(isOpen) ?? run.tasks.find((task) => task.id === parent)
  if (next) openTask(execution, next)
}

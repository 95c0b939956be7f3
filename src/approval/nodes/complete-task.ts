import { exit } from '../advance.ts'
import { isComplete, isLost } from './completion.ts'
import { openTasks } from './enter-node.ts'
import { openTask } from './open-task.ts'
import { isOpen, runOf, taskOf } from '../state.ts'
import type { NodeRun, Task } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit } from '../execution.ts'

/** After someone agreed or objected: back to whoever added them, on in their node, or out of it. */
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

/** The next of the people added by countersign, or, after the last or the only one needed, the one who added them. */
function completeCountersign(execution: Execution, run: NodeRun, parent: string): void {
  const added = run.tasks.filter((task) => task.parent === parent)
  const next = added.find(isOpen) ?? run.tasks.find((task) => task.id === parent)
  if (next) openTask(execution, next)
}

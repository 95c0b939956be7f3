import { leave } from './advance.ts'
import { isComplete, isLost } from './completion.ts'
import { openTasks } from './enter-node.ts'
import { openTask } from './open-task.ts'
import { isOpen, runOf, taskOf } from './state.ts'
import type { NodeRun, Task } from './types.ts'
import type { Walk } from './execution.ts'
import { happen } from './execution.ts'

/** After someone agreed or objected: back to whoever added them, on in their node, or out of it. */
export function settle(walk: Walk, taskId: string): void {
  const task = taskOf(walk.document, taskId)
  const run = task && runOf(walk.document, task.run)
  if (!run) return
  if (task.parent === undefined) settleNode(walk, run, task)
  else settleAdded(walk, run, task.parent)
}

function settleNode(walk: Walk, run: NodeRun, { id: task, comment }: Task): void {
  if (isLost(run)) return happen(walk, { type: 'refused', run: run.id, node: run.node, task, comment })
  if (isComplete(run) || (run.mode === 'sequential' && openTasks(walk, run.id))) leave(walk, run)
}

/** The next of the people added by countersign, or, after the last or the only one needed, the one who added them. */
function settleAdded(walk: Walk, run: NodeRun, parent: string): void {
  const added = run.tasks.filter((task) => task.parent === parent)
  const next = added.find(isOpen) ?? run.tasks.find((task) => task.id === parent)
  if (next) openTask(walk, next)
}

import { exit } from '../advance.ts'
import { neededVotes } from '../nodes/completion.ts'
import { completeTask } from '../nodes/complete-task.ts'
import { currentNodes, isInterested, isOpen, ownTasks } from '../state.ts'
import type { NodeRun, Task } from '../types.ts'
import { startNode } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit } from '../execution.ts'

/** Step limit of a simulation, against infinite loops. */
const mostSteps = 5_000

/**
 * Simulates an execution to its end as if everyone passed, with the engine's own steps.
 *
 * The result has only the future events. `from` is not changed.
 */
export function simulate(from: Execution): Execution {
  const ahead: Execution = { ...from, isAhead: true, events: [], violations: [], assumed: new Set(from.assumed) }
  for (let step = 0; step < mostSteps; step += 1) {
    const run = currentNodes(ahead.document).find(({ node }) => node !== startNode)
    if (!run) return ahead
    agree(ahead, run)
  }
  throw new Error(`The way through the flow has more than ${mostSteps} steps`)
}

function agree(execution: Execution, run: NodeRun): void {
  const running = run.tasks.filter((task) => task.state === 'running')
  const task = running.find(({ person }) => !isInterested(execution, person)) ?? running[0]
  if (!task) return exit(execution, run)
  pass(execution, task)
  if (isCertain(run)) return completeTask(execution, task.id)
  execution.assumed.add(run.id)
  exit(execution, run)
}

/** Returns whether it is determined who will have passed when the node is done. */
function isCertain(run: NodeRun): boolean {
  if (typeof run.mode === 'object') return neededVotes(run) === ownTasks(run).length
  return run.mode !== 'any' || ownTasks(run).filter(isOpen).length === 1
}

const pass = (execution: Execution, task: Task): void =>
  emit(execution, { type: 'passed', run: task.run, node: task.node, task: task.id, result: 'passed' })

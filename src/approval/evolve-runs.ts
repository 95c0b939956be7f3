import type { NodeEntered, NodeSkipped } from './event.ts'
import { isOpen } from './state.ts'
import type { DocumentState, NodeRun, Task } from './types.ts'
import { startNode } from './types.ts'

/** The document with one run changed. */
export function changeRun(document: DocumentState, id: string, change: (run: NodeRun) => NodeRun): DocumentState {
  return { ...document, runs: document.runs.map((run) => (run.id === id ? change(run) : run)) }
}

/** The document with one task changed. */
export function changeTask(document: DocumentState, id: string, change: (task: Task) => Task): DocumentState {
  return {
    ...document,
    runs: document.runs.map((run) =>
      run.tasks.some((task) => task.id === id)
        ? { ...run, tasks: run.tasks.map((task) => (task.id === id ? change(task) : task)) }
        : run
    ),
  }
}

/** A run with nothing left to do in it. */
export const close = (run: NodeRun, at: string): NodeRun => ({
  ...run,
  tasks: run.tasks.map((task) => (isOpen(task) ? { ...task, state: 'cancelled', finishedAt: at } : task)),
})

/** Ends all runs and pending returns; changes at the start node count as done. */
export function endRound(document: DocumentState, at: string): DocumentState {
  return {
    ...document,
    overlay: [],
    returned: undefined,
    runs: document.runs.map((run) => (run.state === 'running' ? end(run, at) : run)),
  }
}

/** The document once a node was entered. */
export function enter(document: DocumentState, event: NodeEntered): DocumentState {
  const { run: id, node, round, visit, path, mode, veto, tasks, at, asked } = event
  return {
    ...document,
    runs: [...document.runs, { id, node, round, visit, path, mode, veto, tasks, state: 'running', enteredAt: at, ...(asked && { asked }) }],
  }
}

/** The document once a node was skipped. */
export function skip(document: DocumentState, event: NodeSkipped): DocumentState {
  const { run: id, node, round, visit, path, why, at, asked } = event
  const skipped: NodeRun = {
    id,
    node,
    round,
    visit,
    path,
    why,
    mode: 'any',
    veto: true,
    tasks: [],
    state: 'skipped',
    enteredAt: at,
    finishedAt: at,
    ...(asked && { asked }),
  }
  return { ...document, runs: [...document.runs, skipped] }
}

const end = (run: NodeRun, at: string): NodeRun => ({
  ...close(run, at),
  state: run.node === startNode ? 'done' : 'cancelled',
  finishedAt: at,
})

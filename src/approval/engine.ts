import type { Flow } from '#kernel/flow.ts'
import type { ActionDefinition, Attempt, Situation } from './actions/action.ts'
import { heldTask } from './actions/action.ts'
import { actions } from './actions/all.ts'
import { decideSubmit } from './submission.ts'
import type { Command, CommandOf } from './command.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import { stateMoved } from './reason.ts'
import { runOf } from './state.ts'
import { returnTargets } from './actions/return.ts'
import type { Action, DocumentState, Facts, Refusal, ReturnTarget } from './types.ts'
import { actionNames } from './types.ts'

export { evolve } from './evolve.ts'
export { nodesOnWay, preview } from './preview/preview.ts'
export { isRefusal } from './reason.ts'
export { openTasks } from './state.ts'

/**
 * Executes a command on a document: its events, or the reason for refusing it. Pure.
 *
 * @param document undefined for a submission only
 */
export function decide(flow: Flow, document: DocumentState | undefined, command: Command, facts: Facts): Event[] | Refusal {
  if (document === undefined) return command.action === 'submit' ? decideSubmit(flow, command, facts) : stateMoved
  return act(flow, document, command, facts)
}

/** Folds a history into the document's state; undefined for an empty history. */
export const replay = (events: readonly Event[]): DocumentState | undefined => events.reduce<DocumentState | undefined>(evolve, undefined)

/** A person looking at a document, and the task they have open. @default their first running task */
export type Viewer = string | { readonly person: string; readonly task?: string }

/** The actions that a person may take now, by the guards that the server checks again. */
export function allowed(document: DocumentState, flow: Flow, viewer: Viewer, facts: Facts): Action[] {
  const attempt = attemptOf({ flow, document, facts }, viewer)
  return actionNames.filter((name) => actions[name].refuse(attempt) === undefined)
}

/** The nodes to which a person may return the document from their running task. */
export function targetsOf(document: DocumentState, flow: Flow, viewer: Viewer, facts: Facts): readonly ReturnTarget[] {
  const attempt = attemptOf({ flow, document, facts }, viewer)
  if (actions.return.refuse(attempt)) return []
  const run = runOf(document, heldTask(attempt)?.run ?? '')
  return run ? returnTargets(document, run) : []
}

const attemptOf = (situation: Situation, viewer: Viewer): Attempt =>
  typeof viewer === 'string' ? { ...situation, person: viewer } : { ...situation, ...viewer }

function act(flow: Flow, document: DocumentState, command: Command, facts: Facts): Event[] | Refusal {
  // `actions[name]` is the definition for that name, which TypeScript cannot infer for a union
  const action = actions[command.action] as ActionDefinition<typeof command.action>
  const situation = { flow, document, facts }
  const task = 'task' in command ? command.task : undefined
  const filled = command as CommandOf<typeof command.action>
  return (
    action.refuse({ ...situation, person: command.by, task }) ??
      action.check?.(situation, filled) ??
      action.decide(situation, filled)
  )
}

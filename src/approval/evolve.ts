import { isSuperfluous } from './nodes/completion.ts'
import type { Event, EventType } from './event.ts'
import { changeRun, changeTask, close, endRound, enter, skip } from './evolve-runs.ts'
import { isOpen, roundOf, taskOf } from './state.ts'
import type { ApproverChoice, Copy, DocumentState, Task } from './types.ts'
import { startNode } from './types.ts'

type Handlers = {
  readonly [T in EventType]: (document: DocumentState, event: Extract<Event, { type: T }>) => DocumentState
}

/**
 * The document after one more event.
 *
 * @throws when the first event is not `started`: such a history was never written by the engine.
 */
export function evolve(document: DocumentState | undefined, event: Event): DocumentState {
  const before = document ?? emptyDocument(event)
  const handler = handlers[event.type] as (document: DocumentState, event: Event) => DocumentState
  return { ...handler(before, event), revision: before.revision + 1 }
}

const same = (document: DocumentState): DocumentState => document

const handlers: Handlers = {
  started: (document, event) => ({
    ...endRound(finishStart(document, event.at), event.at),
    flow: event.flow,
    applicant: event.applicant,
    round: event.round,
    initiatorApprover: event.initiatorApprover,
    status: 'inApproval',
    endedAt: undefined,
    returns: event.unchanged ? document.returns : [],
  }),
  peopleChosen: (document, event) => ({ ...document, choices: mergeChoices(document.choices, event.choices) }),
  nodeEntered: enter,
  nodeSkipped: skip,
  taskOpened: (document, event) => changeTask(document, event.task, (task) => ({ ...task, state: 'running', openedAt: event.at })),
  passed: (document, event) => {
    const done = changeTask(document, event.task, (task) => ({
      ...task,
      state: 'done',
      result: event.result,
      comment: event.comment,
      finishedAt: event.at,
    }))
    return dropSuperfluous(done, event.run, event.task, event.at)
  },
  autoPassed: (document, event) => {
    const done = changeTask(document, event.task, (task) => ({
      ...task,
      state: 'done',
      result: 'auto',
      why: [...task.why, event.why],
      finishedAt: event.at,
    }))
    return dropSuperfluous(done, event.run, event.task, event.at)
  },
  objected: (document, event) =>
    changeTask(document, event.task, (task) => ({
      ...task,
      state: 'done',
      result: 'objected',
      comment: event.comment,
      finishedAt: event.at,
    })),
  nodeLeft: (document, event) => {
    const left = changeRun(document, event.run, (run) => ({ ...close(run, event.at), state: 'done', finishedAt: event.at }))
    return left.returned?.targetRun === event.run ? { ...left, returned: undefined } : left
  },
  copied: (document, event) => ({
    ...document,
    copies: [
      ...document.copies,
      ...event.people.map(({ person, why }): Copy => ({
        person,
        why,
        source: event.source,
        node: event.node,
        by: event.by,
        at: event.at,
      })),
    ],
  }),
  refused: (document, event) => ({
    ...endRound(
      changeTask(document, event.task, (task) => ({
        ...task,
        state: 'done',
        result: 'refused',
        comment: event.comment,
        finishedAt: event.at,
      })),
      event.at,
    ),
    status: 'refused',
    endedAt: event.at,
  }),
  revoked: (document, event) => ({ ...endRound(document, event.at), status: 'revoked', endedAt: event.at }),
  completed: (document, event) => ({ ...document, status: 'completed', endedAt: event.at }),
  voided: (document, event) => ({ ...endRound(document, event.at), status: 'voided', endedAt: event.at }),
  returned: (document, event) => {
    const changed = changeTask(document, event.task, (task) => ({
      ...task,
      state: 'done',
      result: 'returned',
      comment: event.comment,
      finishedAt: event.at,
    }))
    return {
      ...closeRuns(changed, event.closed, event.at),
      returned: {
        target: event.target,
        targetRun: event.targetRun,
        from: event.node,
        fromPath: event.fromPath,
        by: event.by,
        resume: event.resume,
        closed: event.closed,
      },
      returns: [...document.returns, `${event.node}>${event.target}`],
    }
  },
  resumed: (document, event) =>
    event.restored.reduce<DocumentState>(
      (current, id) =>
        changeRun(current, id, (run) => ({
          ...run,
          state: run.closedFrom ?? run.state,
          closedFrom: undefined,
          ...(roundOf(run) !== document.round && { countsIn: document.round }),
        })),
      { ...document, returned: undefined },
    ),
  countersigned: (document, event) => ({
    ...changeRun(document, event.run, (run) => ({
      ...run,
      tasks: [...run.tasks.map((task) => (task.id === event.task ? { ...task, state: 'suspended' as const } : task)), ...event.tasks],
    })),
    overlay: [...document.overlay, { parent: event.task, order: event.order, children: event.tasks.map((task) => task.id) }],
  }),
  countersignCancelled: (document, event) => ({
    ...changeRun(document, event.run, (run) => ({
      ...run,
      tasks: run.tasks.map((task) =>
        task.parent === event.task && isOpen(task) ? { ...task, state: 'cancelled', finishedAt: event.at } : task
      ),
    })),
    overlay: document.overlay.filter((overlay) => overlay.parent !== event.task),
  }),
  transferred: (document, event) =>
    changeTask(document, event.task, (task) => ({
      ...task,
      person: event.to,
      owner: task.owner ?? event.from,
      origin: event.origin,
      why: [...task.why, event.why],
      hops: task.hops + (event.origin === 'transfer' ? 1 : 0),
      ...(event.explanations?.length && { explanations: event.explanations }),
    })),
  urged: (document, event) => ({ ...document, urges: [...document.urges, event.at] }),
  adminMoved: (document, event) => {
    const moved = closeRuns(document, event.closed, event.at)
    return event.closed.includes(moved.returned?.targetRun ?? '') ? { ...moved, returned: undefined } : moved
  },
  commented: same,
  commentRemoved: same,
  attachmentAdded: same,
  attachmentRemoved: same,
  // The value was changed after the return: another return is no repetition.
  valueChanged: (document) => ({ ...document, returns: [] }),
}

/** Filing again completes the changes that were asked of the initiator. */
function finishStart(document: DocumentState, at: string): DocumentState {
  const start = document.runs.find((run) => run.node === startNode && run.state === 'running')
  const task = start?.tasks[0]
  return task ? changeTask(document, task.id, (held) => ({ ...held, state: 'done', result: 'passed', finishedAt: at })) : document
}

function closeRuns(document: DocumentState, runs: readonly string[], at: string): DocumentState {
  return runs.reduce(
    (current, id) =>
      changeRun(current, id, (run) => ({
        ...close(run, at),
        state: 'cancelled',
        closedFrom: run.state === 'cancelled' ? run.closedFrom : run.state,
      })),
    document,
  )
}

/** The first pass may make others' tasks needless: of an `any` node, or of people added so that either one signs. */
function dropSuperfluous(document: DocumentState, runId: string, taskId: string, at: string): DocumentState {
  const parent = taskOf(document, taskId)?.parent
  const either = document.overlay.some(({ children, order }) => children.includes(taskId) && order === 'any')
  return changeRun(document, runId, (run) => {
    const isNeedless = (task: Task): boolean =>
      parent === undefined ? isSuperfluous(run, task) : either && task.parent === parent && isOpen(task)
    const needless = new Set(run.tasks.filter(isNeedless).map(({ id }) => id))
    // Tasks that the holder of a needless task had added are needless too.
    const ends = (task: Task): boolean => needless.has(task.id) || (isOpen(task) && needless.has(task.parent ?? ''))
    return { ...run, tasks: run.tasks.map((task) => (ends(task) ? { ...task, state: 'cancelled', finishedAt: at } : task)) }
  })
}

function mergeChoices(before: readonly ApproverChoice[], added: readonly ApproverChoice[]): readonly ApproverChoice[] {
  const replaced = new Set(added.map((choice) => choice.node))
  return [...before.filter((choice) => !replaced.has(choice.node)), ...added]
}

function emptyDocument(event: Event): DocumentState {
  if (event.type !== 'started') throw new Error(`A history begins with "started", not with "${event.type}"`)
  return {
    id: event.document,
    form: event.form,
    flow: event.flow,
    starter: event.starter,
    applicant: event.applicant,
    status: 'inApproval',
    round: event.round,
    initiatorApprover: event.initiatorApprover,
    runs: [],
    overlay: [],
    choices: [],
    copies: [],
    returns: [],
    urges: [],
    revision: 0,
  }
}

import { isOpen, isSuperfluous, roundOf, taskOf } from './state.ts'
import type { Event, EventType, NodeEntered, NodeSkipped } from './event.ts'
import { type ApproverChoice, type Copy, type DocumentState, type NodeRun, startNode, type Task } from './types.ts'

/** Returns the document with one run changed. */
function changeRun(document: DocumentState, id: string, change: (run: NodeRun) => NodeRun): DocumentState {
  return { ...document, runs: document.runs.map((run) => (run.id === id ? change(run) : run)) }
}

/** Returns the document with one task changed. */
function changeTask(document: DocumentState, id: string, change: (task: Task) => Task): DocumentState {
  return {
    ...document,
    runs: document.runs.map((run) =>
      run.tasks.some((task) => task.id === id)
        ? { ...run, tasks: run.tasks.map((task) => (task.id === id ? change(task) : task)) }
        : run
    ),
  }
}

/** Cancels the open tasks of a run. */
const close = (run: NodeRun, at: string): NodeRun => ({
  ...run,
  tasks: run.tasks.map((task) => (isOpen(task) ? { ...task, state: 'cancelled', finishedAt: at } : task)),
})

/** Ends all runs and pending returns; a run of the start node ends as done. */
function endRound(document: DocumentState, at: string): DocumentState {
  return {
    ...document,
    overlay: [],
    returned: undefined,
    runs: document.runs.map((run) => (run.state === 'running' ? end(run, at) : run)),
  }
}

/** Adds the run of an entered node. */
function enter(document: DocumentState, event: NodeEntered): DocumentState {
  const { run: id, node, round, visit, path, mode, veto, tasks, at, asked } = event
  return {
    ...document,
    runs: [...document.runs, { id, node, round, visit, path, mode, veto, tasks, state: 'running', enteredAt: at, ...(asked && { asked }) }],
  }
}

/** Adds the run of a skipped node. */
function skip(document: DocumentState, event: NodeSkipped): DocumentState {
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

type Handlers = {
  readonly [T in EventType]: (document: DocumentState, event: Extract<Event, { type: T }>) => DocumentState
}

/**
 * Applies one event to a document.
 *
 * @throws Error when the first event is not `started`; the engine never writes such a history
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
      owner: ownerAfter(task, event),
      heldFor: event.heldFor,
      origin: event.origin,
      why: [...task.why, event.why],
      hops: task.hops + (event.origin === 'transfer' && !event.comesBack ? 1 : 0),
      ...(event.explanations?.length && { explanations: event.explanations }),
    })),
  urged: (document, event) => ({ ...document, urges: [...document.urges, event.at] }),
  adminMoved: (document, event) => {
    const moved = placedIn(closeRuns(document, event.closed, event.at), event)
    return event.closed.includes(moved.returned?.targetRun ?? '') ? { ...moved, returned: undefined } : moved
  },
  commented: same,
  commentRemoved: same,
  attachmentAdded: same,
  attachmentRemoved: same,
  // the value changed, so a further return does not count as a repetition
  valueChanged: (document) => ({ ...document, returns: [] }),
}

/** The owner of a task with its new holder. A task that comes back has the owner of before; one returned to its owner has none. */
function ownerAfter({ owner, heldFor }: Task, { from, to, origin, comesBack }: Extract<Event, { type: 'transferred' }>):
  | string
  | undefined {
  if (comesBack) return heldFor?.find(({ person }) => person === to)?.owner
  return origin === 'normal' ? undefined : (owner ?? from)
}

/** Moves the document to another version of its flow; no-op for interventions within its version. */
function placedIn(document: DocumentState,
  { flow, kept = [], closed, endsDirectReturn }: Extract<Event, { type: 'adminMoved' }>): DocumentState {
  if (flow === undefined) return document
  const places = new Map(kept.map(({ run, path }) => [run, path]))
  const gone = new Set(document.runs.filter(({ id }) => closed.includes(id)).flatMap(({ tasks }) => tasks.map(({ id }) => id)))
  const { returned } = document
  return {
    ...document,
    flow,
    runs: document.runs.map((run) => ({ ...run, path: places.get(run.id) ?? run.path })),
    overlay: document.overlay.filter(({ parent }) => !gone.has(parent)),
    returned: returned && endsDirectReturn ? { ...returned, resume: 'sequential' } : returned,
  }
}

/** Completes the initiator's task at the start node when the document is filed again. */
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

/** Cancels tasks made unnecessary by a pass: of an `any` node, or of people added with the order `any`. */
function dropSuperfluous(document: DocumentState, runId: string, taskId: string, at: string): DocumentState {
  const parent = taskOf(document, taskId)?.parent
  const either = document.overlay.some(({ children, order }) => children.includes(taskId) && order === 'any')
  return changeRun(document, runId, (run) => {
    const isNeedless = (task: Task): boolean =>
      parent === undefined ? isSuperfluous(run, task) : either && task.parent === parent && isOpen(task)
    const needless = new Set(run.tasks.filter(isNeedless).map(({ id }) => id))
    // tasks added by the holder of an unnecessary task are unnecessary too
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

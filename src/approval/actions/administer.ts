import { administerPermission, administratorRole } from '../administrator.ts'
import { enter, exit } from '../advance.ts'
import { system } from '../event.ts'
import { judgeLength } from '../nodes/opinion.ts'
import { forbidden, nameOf, reason, refusal } from '../reason.ts'
import { actsForHolder, isAbandoned, openTask, replaceHolder } from '../nodes/enter-node.ts'
import { currentNodes, isInterested, liveRuns, openTasks, runOf, taskOf, waitsAtStart } from '../state.ts'
import { approvalNode, entersParallel, inOtherBranch, isFrom } from '../tree.ts'
import { type Action, type BlockPath, type DocumentState, type Refusal, startNode, type Task } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import { type Attempt, defineAction, executionOf, firstReason, inState, offered, type Situation } from './action.ts'
import { judgeHolder } from './transfer.ts'
import { gone } from '../resolve/assign.ts'

/** A workflow administrator gives a task to someone else. */
export const reassign = defineAction({
  name: 'reassign',
  refuse: (attempt) => taskRepairGuard(attempt, 'reassign'),
  check: (situation, command) =>
    firstReason(
      () => judgeComment(command.comment),
      () => judgeTask(situation, command.task),
      // a service task cannot be done by a person, only skipped
      () => (taskOf(situation.document, command.task)?.person === system ? refusal('notAvailable') : undefined),
      () => judgeHolder(situation, command.task, command.person),
    ),
  decide: (situation, command) => {
    const { by, task: id, person, comment, confirmedBy } = command
    const execution = executionOf(situation, by)
    const task = taskOf(situation.document, id)
    if (!task) return refusal('notAvailable')
    const why = reason('reason.adminAssigned', { name: nameOf(situation.facts.directory, by) })
    emit(execution, { type: 'adminMoved', move: 'reassign', task: id, person, comment, confirmedBy, closed: [] })
    emit(execution, { type: 'transferred', run: task.run, node: task.node, task: id, from: task.person, to: person, origin: 'admin', why })
    openTask(execution, task)
    return outcome(execution)
  },
})

/** A workflow administrator moves the document past a node; its open tasks are cancelled. */
export const skip = defineAction({
  name: 'skip',
  refuse: (attempt) => taskRepairGuard(attempt, 'skip'),
  check: (situation, { task, comment }) => firstReason(() => judgeComment(comment), () => judgeTask(situation, task)),
  decide: (situation, { by, task: id, comment, confirmedBy }) => {
    const execution = executionOf(situation, by)
    const run = runOf(situation.document, taskOf(situation.document, id)?.run ?? '')
    if (!run) return refusal('notAvailable')
    emit(execution, { type: 'adminMoved', move: 'skip', task: id, target: run.node, comment, confirmedBy, closed: [] })
    exit(execution, run)
    return outcome(execution)
  },
})

/** A workflow administrator moves the document to a node, forward or back. */
export const jump = defineAction({
  name: 'jump',
  refuse: (attempt) => administratorGuard(attempt, 'jump'),
  check: (situation, { target, comment }) => firstReason(() => judgeComment(comment), () => judgeJump(situation, target)),
  decide: (situation, { by, target, comment, confirmedBy }) => {
    const execution = executionOf(situation, by)
    const path = approvalNode(situation.flow, target)?.path ?? []
    emit(execution, { type: 'adminMoved', move: 'jump', target, comment, confirmedBy, closed: closedByJump(situation.document, path) })
    enter(execution, path)
    return outcome(execution)
  },
})

/** A workflow administrator ends the document as refused. */
export const forceEnd = defineAction({
  name: 'forceEnd',
  refuse: (attempt) => administratorGuard(attempt, 'forceEnd'),
  check: (_, { comment }) => judgeComment(comment),
  decide: (situation, { by, comment, confirmedBy }) => {
    const execution = executionOf(situation, by)
    const [task] = openTasks(situation.document)
    if (!task) return refusal('notAvailable')
    emit(execution, { type: 'adminMoved', move: 'forceEnd', comment, confirmedBy, closed: [] })
    emit(execution, { type: 'refused', run: task.run, node: task.node, task: task.id, comment })
    return outcome(execution)
  },
})

/** Returns whether the person administers workflows. */
const isAdministrator = ({ facts, person }: Attempt): boolean =>
  facts.holds(person, administerPermission) || facts.directory.holders(administratorRole).some(({ id }) => id === person)

/** Refuses everybody but workflow administrators, and those on documents in which they have a personal interest. */
export const administratorGuard = (attempt: Attempt, action: Action): Refusal | undefined =>
  firstReason(() => (isAdministrator(attempt) ? undefined : forbidden()), () => notOwn(attempt), () => inState(attempt, 'inApproval'), () =>
    attempt.facts.undoRefusal?.(action))

/** Refuses an administrator with a personal interest in the document; another one has to act. */
const notOwn = (attempt: Attempt): Refusal | undefined => isInterested(attempt, attempt.person) ? forbidden('administerOwn') : undefined

/** Refuses while the document waits at its initiator: those changes can neither be reassigned nor skipped. */
const taskRepairGuard = (attempt: Attempt, action: Action): Refusal | undefined =>
  administratorGuard(attempt, action) ?? (waitsAtStart(attempt.document) ? refusal('notAvailable') : undefined)

/** Refuses an intervention without a reason. */
export const judgeComment = (comment = ''): Refusal | undefined =>
  comment.trim() === '' ? refusal('opinionRequired', {}, 'comment') : judgeLength(comment)

function judgeTask({ document }: Situation, id: string): Refusal | undefined {
  const task: Task | undefined = openTasks(document).find((open) => open.id === id)
  return task && task.node !== startNode ? undefined : refusal('notAvailable')
}

/** Refuses a jump into one of several parallel branches, which would leave out the others. */
function judgeJump({ flow, document }: Situation, target: string): Refusal | undefined {
  const path = approvalNode(flow, target)?.path
  const reachable = path && currentNodes(document).some((run) => !entersParallel(flow, path, run.path))
  return reachable ? undefined : refusal('notAvailable', {}, 'target')
}

const closedByJump = (document: DocumentState, target: BlockPath): readonly string[] => [
  ...liveRuns(document).filter((run) => isFrom(run.path, target)).map(({ id }) => id),
  ...currentNodes(document)
    .filter((run) => !isFrom(run.path, target) && !inOtherBranch(run.path, target))
    .map(({ id }) => id),
]

/** Reassigns an orphaned task, whose holder was disabled, has left or is away, to the substitute, superior or an administrator. */
export const reassignOrphaned = defineAction({
  name: 'replace',
  refuse: (attempt) =>
    firstReason(
      () => (attempt.person === system || isAdministrator(attempt) ? undefined : forbidden()),
      () => notOwn(attempt),
      () => inState(attempt, 'inApproval'),
      () => (abandoned(attempt).length > 0 ? undefined : refusal('notAvailable')),
    ),
  check: (situation, { task }) => abandoned(situation).some(({ id }) => id === task) ? undefined : refusal('notAvailable'),
  decide: (situation, { by, task: id }) => {
    const task = taskOf(situation.document, id)
    if (!task) return refusal('notAvailable')
    const execution = executionOf(situation, by)
    const moved = replaceHolder(execution, task, by)
    if (!moved) return gone(situation, task.person)
    openTask(execution, moved)
    return outcome(execution)
  },
})

const abandoned = (situation: Situation) =>
  openTasks(situation.document).filter((task) => isAbandoned(situation.facts, task) || actsForHolder(situation, task) !== undefined)

/** Permission to void documents of a form: its own, else the general one. */
export const permissionToVoid = ({ voidPermission = 'abandoned' }: { readonly voidPermission?: string | undefined }): string =>
  voidPermission

/** Voids a document, in approval or completed. */
export const voidDocument = defineAction({
  name: 'void',
  refuse: (attempt) => {
    const { facts, person } = attempt
    return firstReason(
      () => (facts.holds(person, permissionToVoid(facts.form)) ? undefined : forbidden()),
      () => inState(attempt, 'inApproval', 'completed'),
      () => (isOthersMatter(attempt) ? notOwn(attempt) : undefined),
      () => (facts.bindings > 0 ? refusal('revokeBound') : undefined),
      () => offered(attempt, 'void'),
    )
  },
  check: (_, { comment }) => judgeLength(comment),
  decide: (situation, { by, comment, attachments, confirmedBy }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'voided', from: situation.document.status, comment, attachments, confirmedBy })
    return outcome(execution)
  },
})

/**
 * Whether a person with a personal interest may not void: true for a document that moves money, unless they are its initiator and it is
 * not completed yet.
 */
const isOthersMatter = ({ flow, facts, document, person }: Attempt): boolean =>
  (flow.settings.movesMoney || facts.movesMoney?.() === true) && (document.status === 'completed' || person !== document.starter)
